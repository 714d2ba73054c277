// Names: Enter goes on to the next empty name, and what is typed is what the dealers are called by.
{
  const first = document.querySelector("select[data-names]");
  const names = [...document.querySelectorAll("input[name^=player_]")];
  const usual = [...(first?.options ?? [])].map((option) => option.text);

  const call = () => {
    for (const option of first?.options ?? []) {
      const typed = names.find((name) => name.id === `player_${option.value}`)?.value.trim();
      option.text = typed || usual[option.index];
    }
  };

  for (const name of names) {
    name.addEventListener("input", call);
    name.addEventListener("keydown", (event) => {
      const empty = [...names.slice(names.indexOf(name)), ...names].find((other) => !other.value.trim());
      if (event.key !== "Enter" || event.isComposing || !empty || empty === name) return;
      event.preventDefault();
      empty.focus();
    });
  }
  call();
}
