// Names: Enter goes on to the next empty name, and what is typed is what the dealers are called by.
{
  const first = document.querySelector("select[data-names]");
  const names = [...document.querySelectorAll("input[data-player]")];
  const usual = [...(first?.options ?? [])].map((option) => option.text);

  const call = () => {
    for (const option of first?.options ?? []) {
      const typed = names.find((name) => name.dataset.player === option.value)?.value.trim();
      option.text = typed || usual[option.index];
    }
  };

  // What was kept of the form comes back as a change of all of it.
  for (const kind of ["input", "change"]) first?.form.addEventListener(kind, call);
  for (const name of names) {
    name.addEventListener("keydown", (event) => {
      const empty = [...names.slice(names.indexOf(name)), ...names].find((other) => !other.value.trim());
      if (event.key !== "Enter" || event.isComposing || !empty || empty === name) return;
      event.preventDefault();
      empty.focus();
    });
  }
  call();
}
