// A correction: the number that was tapped in the place of a wrong one shows at once what it moves.
{
  for (const form of document.querySelectorAll("form[data-module=fixes]")) {
    form.addEventListener("change", ({ target }) => {
      if (target.name.startsWith("bid_") && "tricks" in target.dataset) form.requestSubmit();
    });
  }
}
