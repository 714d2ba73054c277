// Keeps what new matches and rotated partners need to start without the server: skeletons without names, of the house
// rules played last.
const KEPT_HOUSES = 3;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const keepFresh = async ({ fresh, release, language }) => {
  const { at, skeletons: old } = (await store.read("matches", `new ${fresh}`)) ?? {};
  const isCurrent = old?.release === release && old.language === language;
  if (isCurrent && Date.now() - at < HOUR) return;
  const skeletons = isCurrent ? old : await (await fetch(fresh)).json();
  await store.write("matches", `new ${fresh}`, { v: 1, at: Date.now(), skeletons });
  const all = (await store.list("matches")).filter(([key]) => key.startsWith("new "));
  all.sort(([, one], [, other]) => other.at - one.at);
  for (const [key] of all.slice(KEPT_HOUSES)) await store.remove("matches", key);
};

// iPhones delete what pages stored after a week without a visit, unless the page is on the home screen.
export const isEndangered = ([{ at }]) => Date.now() - at > DAY
  && navigator.vendor.startsWith("Apple") && navigator.maxTouchPoints > 0 && !navigator.standalone;
