// Says since when the server has not answered, so that nobody takes an old score for the current one.
{
  const LONG = 10000;
  let answered = Date.now();
  let misses = 0;

  const update = (line) => {
    const time = new Intl.DateTimeFormat(line.dataset.locale, { timeStyle: "short" }).format(answered);
    const sentence = line.querySelector(".stale__since");
    line.hidden = misses < 2 || Date.now() - answered < LONG;
    // Screen readers announce what changes in a line that is already shown.
    setTimeout(() => { sentence.textContent = line.hidden ? "" : line.dataset.sentence.replace("{time}", time); });
  };

  document.addEventListener("polled", ({ detail: hasAnswer }) => {
    misses = hasAnswer ? 0 : misses + 1;
    if (hasAnswer) answered = Date.now();
    document.querySelectorAll(".stale[data-sentence]").forEach(update);
  });
}
