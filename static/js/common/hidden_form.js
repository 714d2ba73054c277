// Adds a form with these values to the page, to be sent.
export const makeForm = (action, values) => {
  const make = (tag, about) => Object.assign(document.createElement(tag), about);
  const form = make("form", { method: "post", action, hidden: true });
  for (const [name, value] of values) form.append(make("input", { type: "hidden", name, value }));
  document.body.append(form);
  return form;
};
