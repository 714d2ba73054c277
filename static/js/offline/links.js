// No tap on a page with an open match leads to the browser's error page: a link first asks whether its page can be had.
const PROBE = 3000;
const SHORT = 300;
const FRESH = 2500;
const PROBE_AGAIN = 3000;
const passed = new WeakSet();
let answeredAt = 0;
let probing = null;
let isLeaving = false;
let giveUp;

// Asks whether the server answers. A finger that is still down takes longer than most answers.
const probe = () => {
  const ours = ({ headers }) => headers.has("X-Scorekeeper");
  const headers = { "X-Sent-By": "script" };
  probing = fetch(live().dataset.live, { method: "HEAD", headers, cache: "no-store", redirect: "manual", signal: AbortSignal.timeout?.(PROBE) })
    .then(ours, () => false);
  return probing;
};

const viewAt = (link) => {
  const { pathname, search } = new URL(link.href ?? "", location);
  if (!link.href || pathname !== live().dataset.live) return null;
  return { "?by=side": "tricks", "?change=bids": "change", "?by=none": "", "": "" }[search] ?? null;
};

// Over https, these open without the server.
const canOpen = ({ href }) => {
  const { unsent } = document.getElementById("notice").dataset;
  const paths = ["offline", "matches/new", ""].map((end) => unsent.replace(/offline$/, end));
  return Boolean(href && navigator.serviceWorker?.controller) && paths.includes(new URL(href).pathname);
};

const follow = async (event) => {
  const link = event.target.closest?.("a[href], [formaction]");
  const isPlain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey);
  if (!link || !isPlain || passed.has(link) || !match || !live() || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  const view = viewAt(link);
  const isShown = isAway && view !== null;
  const limit = isAway || Date.now() - answeredAt > FRESH ? PROBE : SHORT;
  const timeout = new Promise((resolve) => { setTimeout(resolve, limit, limit === SHORT); });
  if (!isShown && (await Promise.race([probing ?? probe(), timeout]) || canOpen(link))) {
    isLeaving = true;
    passed.add(link);
    link.click();
    passed.delete(link);
    // A server that stopped in between never answers.
    if (view !== null) giveUp = setTimeout(() => { stop(); show(view || undefined); }, PATIENCE);
    // A download stays on the page.
    setTimeout(() => { isLeaving = false; }, PROBE);
  } else if (view !== null && match.base.counted && (isKept || isAway)) {
    show(view || undefined);
  } else {
    sayMissing();
  }
};

const guard = () => {
  document.addEventListener("pointerdown", ({ target }) => {
    probing = null;
    if (match && live() && target.closest?.("a[href]:not([href^='#']), [formaction]")) probe();
  });
  document.addEventListener("click", follow);
  addEventListener("pagehide", () => clearTimeout(giveUp));
  document.addEventListener("polled", ({ detail }) => { answeredAt = detail ? Date.now() : 0; });
  addEventListener("popstate", () => {
    if (!isAway) return;
    history.pushState(null, "", live().dataset.live);
    if (["tricks", "change"].includes(shown)) show();
    else sayMissing();
  });
  // As soon as the server answers, the entries are sent; without any, its own page comes back.
  setInterval(async () => {
    if (!isAway || document.hidden || document.querySelector("[data-conflict]") || !await probe()) return;
    if (box) store.send();
    else if (!isTouched()) location.replace(live().dataset.live);
  }, PROBE_AGAIN);
};
