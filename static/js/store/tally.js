// Trick by trick: counts on the phone and sends the whole list, so that no tap waits for the one before. What a side
// still needs is shown again once the server has all tricks.
{
  const setUp = () => {
    const form = document.querySelector("form[data-module=tally]");
    if (!form) return;
    const { tricks, known } = form.elements;
    const undo = document.getElementById("undo");
    const total = Number(form.dataset.tricks);
    const [asks, leads] = [form.querySelector("[data-asks]"), form.querySelector(".pad__sum")];
    const states = form.querySelector(".states");
    const what = form.querySelector(".undo small");
    const shown = [asks.textContent, leads.textContent, what?.textContent];
    const piles = [...form.querySelectorAll("[data-taker]")].map((place) => [place, Number(place.textContent)]);
    const read = () => tricks.value.split(" ").filter(Boolean);
    const isStart = (start, whole) => start.every((taker, index) => taker === whole[index]);
    const recorded = read();
    let list = recorded;
    let sent = recorded;
    let stored = recorded;

    const draw = () => {
      tricks.value = list.join(" ");
      known.value = stored.filter((taker, index) => isStart(stored.slice(0, index + 1), list)).length;
      const isSame = list.length === recorded.length && isStart(recorded, list);
      const question = form.dataset.question.replace("{n}", Math.min(list.length + 1, total));
      const trick = list.length ? form.dataset.trick.replace("{n}", list.length) : "";
      [asks.textContent, leads.textContent] = isSame ? shown : [question, ""];
      if (what) {
        what.textContent = isSame ? shown[2] : trick;
        what.closest("button").ariaLabel = null;
      }
      states.style.visibility = isSame ? "" : "hidden";
      for (const [place, number] of piles) {
        const count = (takers) => takers.filter((taker) => taker === place.dataset.taker).length;
        place.textContent = number + count(list) - count(recorded);
      }
      for (const key of form.querySelectorAll("[name=taken]")) key.disabled = list.length >= total;
    };
    const keep = () => form.dispatchEvent(new Event("input", { bubbles: true }));
    const send = () => {
      draw();
      if (form.hasAttribute("aria-busy")) keep();
      else form.requestSubmit();
    };
    // A trick that was undone on its way is undone on the server, before the rest is sent.
    const goOn = () => {
      if (isStart(stored, list)) return send();
      draw();
      form.dataset.unsent = "";
      keep();
      undo.requestSubmit();
    };
    const follow = (event) => {
      if (list.length === stored.length && isStart(stored, list)) return;
      event.preventDefault();
      setTimeout(goOn);
    };

    form.addEventListener("click", (event) => {
      const key = event.target.closest("[name=taken]");
      if (!key) return;
      event.preventDefault();
      list = [...list, key.value];
      send();
    });
    undo.addEventListener("submit", (event) => {
      if (!isStart(stored, list)) return;
      if (list.length > stored.length) event.preventDefault();
      list = list.slice(0, -1);
      if (event.defaultPrevented) send();
    });
    form.addEventListener("sending", () => { sent = list; });
    form.addEventListener("saved", (event) => {
      form.dataset.adds = sent.length - stored.length;
      stored = sent;
      follow(event);
    });
    // What was tapped since is sent before the next view is shown.
    form.addEventListener("sent", follow);
    undo.addEventListener("sent", follow);
    undo.addEventListener("saved", (event) => {
      stored = stored.slice(0, -1);
      // The next undo is another one.
      undo.elements.key.value += "+";
      follow(event);
    });
    // An undo that cancelled what waits still undoes the trick before it.
    form.addEventListener("notice", (event) => {
      if (event.detail.includes("cancelled")) follow(event);
    });
    // The list that was kept on this phone is back.
    form.addEventListener("change", () => {
      const kept = read();
      const tapped = list.slice(recorded.length);
      if (!isStart(kept, recorded)) {
        list = [...kept, ...tapped];
        send();
      } else {
        draw();
        keep();
      }
    });
  };
  document.addEventListener("view", setUp);
  setUp();
}
