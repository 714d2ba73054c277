// Says since when the server has not answered, so that nobody takes an old score for current.
const LONG = 10000;
let answered = Date.now();
let misses = 0;

const update = (line) => {
  const time = new Intl.DateTimeFormat(line.dataset.locale, { timeStyle: "short" });
  const text = line.dataset.sentence.replace("{time}", time.format(answered));
  line.hidden = misses < 2 || Date.now() - answered < LONG;
  // Screen readers announce what changes in a line that is already shown.
  setTimeout(() => {
    line.querySelector(".stale__since").textContent = line.hidden ? "" : text;
  });
};

document.addEventListener("polled", ({ detail: isAnswered }) => {
  misses = isAnswered ? 0 : misses + 1;
  if (isAnswered) answered = Date.now();
  document.querySelectorAll(".stale[data-sentence]").forEach(update);
});
