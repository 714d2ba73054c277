// On a keyboard, digits choose and move on: "4 3 3 2" are four bids, "1" and quickly "0" are ten, "n" is nil.
// Arrows only move the focus, Enter and Space choose. After the last number, the key that saves has the focus.
{
  const MOMENT = 700;
  const find = () => document.querySelector(":is(.face, .fixes) .bidder")?.closest("form");
  const groupsOf = (form) => [...form.querySelectorAll(".bidder")];
  const numbers = (group) => [...group.querySelectorAll("[data-tricks]")];
  const isSet = (group) => numbers(group).some((number) => number.checked);
  const shown = (key) => key.checkVisibility?.({ visibilityProperty: true }) ?? true;
  const number = (group, tricks) => {
    const found = numbers(group).filter((one) => one.dataset.tricks === tricks);
    return found.find(shown) ?? found[0];
  };
  let pending = null;
  let timer = 0;

  const focusAfter = (group) => {
    clearTimeout(timer);
    pending = null;
    const groups = groupsOf(group.closest("form"));
    const next = groups.slice(groups.indexOf(group) + 1).find((other) => !isSet(other));
    (next?.querySelector("[id$=-none]") ?? [...document.querySelectorAll(".redo, .save, .moves__show")].find(shown))?.focus();
  };

  const choose = (event, group, chosen) => {
    event.preventDefault();
    chosen.click();
    if ("tricks" in chosen.dataset) focusAfter(group);
  };

  // Up and down move to the nearest key of another row.
  const move = (event, group, from) => {
    const keys = [...group.querySelectorAll(".pad__keys :is(input, button)")].filter(shown);
    const [x, y] = middle(from);
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const rows = keys.filter((key) => down && (middle(key)[1] - y) * down > 1);
    const far = (key) => Math.abs(middle(key)[1] - y) * 9 + Math.abs(middle(key)[0] - x);
    const at = keys.indexOf(from);
    const next = at < 0 ? keys[0] : along ? keys[at + along] : rows.sort((a, b) => far(a) - far(b))[0];
    event.preventDefault();
    next?.focus();
  };
  const middle = (key) => {
    const { left, right, top, bottom } = key.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };

  document.addEventListener("view", () => {
    clearTimeout(timer);
    pending = null;
  });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const form = find();
    if (!form || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target !== document.body && !form.contains(target)) return;
    if (target.matches("select, textarea, input:not([type=radio], [type=checkbox])")) return;
    let group = target.closest(".bidder") ?? groupsOf(form).find((other) => !isSet(other));
    if (target.matches(".bidder input") && key.startsWith("Arrow")) move(event, group, target);
    else if (target.matches(".bidder input") && (key === "Enter" || key === " ")) choose(event, group, target);
    if (!/^[0-9n]$/.test(key)) return;
    let chosen = pending && number(pending, `1${key}`);
    if (pending && !chosen) {
      focusAfter(pending);
      group = document.activeElement.closest(".bidder");
    }
    chosen ??= group && number(group, key === "n" ? "0" : key);
    if (!chosen) return;
    event.preventDefault();
    chosen.click();
    if (key === "1" && !pending && number(group, "10")) {
      pending = group;
      timer = setTimeout(focusAfter, MOMENT, group);
    } else {
      focusAfter(pending ?? group);
    }
  });
}
