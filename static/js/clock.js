// A phone says what its clock shows where a match begins: no rule depends on it.
{
  const says = {
    offset: () => -new Date().getTimezoneOffset(),
    zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
  };
  const tell = ({ target }) => {
    for (const field of target.querySelectorAll("[data-clock]")) field.value = says[field.dataset.clock]();
  };

  // Before anybody else reads the form that is sent.
  document.addEventListener("submit", tell, true);
}
