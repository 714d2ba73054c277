// What is wrong is read out first.
{
  const errors = document.querySelector(".errors");
  if (errors) {
    errors.tabIndex = -1;
    errors.focus();
  }
}
