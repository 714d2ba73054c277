// A match that starts without a network: names and house rules that this phone knows.
const NEW = "new ";

const setUpNewMatch = (matches, isOnline) => {
  const form = page.querySelector("form");
  const known = matches.filter(([key]) => key.startsWith(NEW)).sort(([, one], [, other]) => other.at - one.at).map(([, { skeletons }]) => skeletons);
  form.hidden = isOnline || !known.length;
  if (form.hidden || form.dataset.ready) return;
  form.dataset.ready = "yes";
  const played = matches.filter(([key]) => !key.startsWith(NEW)).sort(([, one], [, other]) => other.at - one.at).map(([, { skeletons }]) => skeletons.file.players);
  const names = [...new Set(played.flat().filter(Boolean))];
  const seats = [...form.querySelectorAll("[data-seat]")];
  const dealers = [...form.querySelectorAll("[data-dealer]")];
  const chosen = () => known[form.elements.house.value];
  const nameOf = (seat) => form.elements[`player_${seat}`].value.trim().replace(/\s+/g, " ");
  const draw = () => {
    const { tables, house } = chosen();
    const count = tables.sides.flat().length;
    const sideOf = (seat) => tables.sides.findIndex((side) => side.includes(seat));
    const arranged = tables.sides.flat();
    seats.forEach((field, seat) => {
      field.hidden = seat >= count;
      field.style.order = arranged.indexOf(seat);
      field.className = `field side--${sideOf(seat)}`;
      field.querySelector("svg")?.remove();
      if (seat < count) field.firstElementChild.prepend(copy(`side-${sideOf(seat)}`).firstElementChild, " ");
      dealers[seat].hidden = seat >= count;
      dealers[seat].querySelector("bdi").textContent = nameOf(seat) || field.dataset.seat;
    });
    form.querySelector("[data-partners]").hidden = tables.sides[0].length < 2;
    const first = form.querySelector("[data-drawn]");
    first.textContent = first.dataset.drawn.split(" ").includes(house.game) ? first.dataset.draws : first.dataset.deals;
  };
  known.forEach(({ rules }, index) => {
    const choice = copy("house");
    Object.assign(choice.querySelector("input"), { value: index, checked: !index });
    choice.querySelector("bdi").textContent = rules;
    form.querySelector("[data-houses]").append(choice);
  });
  for (const name of names) form.querySelector("datalist").append(new Option(name, name));
  const last = played.find((players) => players.length === chosen().tables.sides.flat().length) ?? [];
  last.forEach((name, seat) => { form.elements[`player_${seat}`].value = name ?? ""; });
  draw();
  form.addEventListener("input", draw);
  if (location.pathname.endsWith("/new")) setTimeout(() => form.scrollIntoView());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { house, tables } = chosen();
    const players = tables.sides.flat().map((_, seat) => nameOf(seat) || null);
    const given = players.filter(Boolean);
    const twice = given.find((name, index) => given.indexOf(name) !== index);
    const error = form.querySelector("[role=alert]");
    error.textContent = twice ? error.dataset.twice.replace("{name}", twice) : "";
    if (twice) return;
    document.body.classList.add("felt");
    const clock = { utc_offset: -new Date().getTimezoneOffset(), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
    offline.begin({ fact: "start", house, players, first: Number(form.elements.first.value), ...clock }, chosen());
  });
};
