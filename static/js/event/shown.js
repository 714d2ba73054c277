// Shows a newer page of an evening in place: a field that is in use keeps the keyboard.
const find = (selector, page = document) => page.querySelector(selector);

export const isTyping = () => document.activeElement.matches("input, textarea");

// Replaces parts of the page, but never the field in use.
const renew = (old, fresh) => {
  const [from, to] = [[...old.children], [...fresh.children]];
  const used = document.activeElement;
  if (!isTyping() || !old.contains(used) || from.length !== to.length) old.replaceWith(fresh);
  else if (old === used) old.value ||= fresh.value;
  else from.forEach((child, at) => renew(child, to[at]));
};

export const showPage = (page) => {
  const { id, name, value } = document.activeElement;
  for (const open of document.querySelectorAll("details[open][id]")) {
    page.getElementById(open.id)?.setAttribute("open", "");
  }
  document.title = page.title;
  document.body.className = page.body.className;
  for (const part of [".bar", "main"]) renew(find(part), find(part, page));
  if (document.activeElement !== document.body) return;
  const same = id ? `#${id}` : name && `[name="${name}"][value="${CSS.escape(value)}"]`;
  if (same) find(same)?.focus({ preventScroll: true });
};
