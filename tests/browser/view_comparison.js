// Draws a view on the phone, from skeletons of unnamed players if there are names. Shows it in
// place of the page if there is no path; else returns where it first differs from the page of the
// server, or null.
async ([scripts, path, address, names, base, hands, about, view]) => {
  const AROUND = 6;
  const DROPPED = `[name=csrf_token], [name=key], [name=version], [popover], .side__open, .news,
    .sheet__hand > :not(summary), .sheet__text, .match--over > .below > :not(.course, #sheet),
    .over__story, .awards, .menu__item[rel], .match__notes, .match__note, [form=take-back],
    #delete, .foot small`;
  const FREE = `aria-disabled data-base data-skeletons data-shown data-news data-every data-version
    data-keep data-offline data-waiting data-picture data-drawing data-text`.split(/\s+/);
  const sort = (words) => words.split(/\s+/).sort().join(" ").trim();
  const round = (text) => text.replace(/\d+\.\d+/g, (number) => Number(number).toFixed(1))
    .replace(/(\.0)(?!\d)/g, "");
  const listNodes = (page) => {
    for (const what of page.querySelectorAll(DROPPED)) what.remove();
    if (page.querySelector(".over")) page.querySelector(".bar__turn").remove();
    page.querySelector(".over--fresh")?.classList.remove("over--fresh");
    // A phone says the time of its own place.
    for (const clock of page.querySelectorAll(".clock")) {
      clock.replaceChildren();
      delete clock.dataset.far;
    }
    page.normalize();
    const nodes = [];
    const add = (node) => {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) nodes.push(node.data.trim());
      if (node.nodeType !== Node.ELEMENT_NODE) return;
      const attributes = [...node.attributes].filter(({ name }) => !FREE.includes(name))
        .map(({ name, value }) => `${name}="${name === "class" ? sort(value) : round(value)}"`);
      nodes.push(`<${[node.localName, ...attributes.sort()].join(" ")}>`);
      node.childNodes.forEach(add);
      nodes.push(`</${node.localName}>`);
    };
    for (const part of ["title", ".bar", "main"]) add(page.querySelector(part));
    return nodes;
  };

  const [{ draw, rename }, { replay }] = await Promise.all(scripts.map((script) => import(script)));
  const skeletons = await (await fetch(address)).json();
  const state = { ...replay(skeletons.tables, base, hands), start: base, hands, ...about };
  if (state.lastHand) state.lastHand.score = state.scores.at(-1);
  if (about.ended) state.outcome ??= { winner: about.winner, ending: "early" };
  const unnamed = names && await (await fetch(skeletons.fresh)).json();
  const drawn = draw(names ? rename(unnamed, names) : skeletons, state, view);
  if (!path) {
    (await import(document.querySelector("[src*='/table.js']").src)).showView(drawn);
    return null;
  }
  const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
  // What a side is near to is not shown without the server.
  page.querySelectorAll(".half__bags > p").forEach((text, side) => {
    const near = text.querySelector(".half__near");
    if (near) drawn.querySelectorAll(".half__bags > p")[side].innerHTML = text.innerHTML;
  });
  const [theirs, ours] = [page, drawn].map(listNodes);
  const at = theirs.findIndex((node, index) => node !== ours[index]);
  if (at < 0 && ours.length === theirs.length) return null;
  const from = Math.max(at - AROUND, 0);
  const [server, phone] = [theirs, ours].map((nodes) => nodes.slice(from, at + AROUND));
  return { server, phone };
}
