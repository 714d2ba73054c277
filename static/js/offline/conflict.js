// What the server did not take is settled with a view and a script of the server's own release.
document.addEventListener("outbox", async ({ detail: { id, box: unsent, answer } }) => {
  if (answer?.script && id === match?.id && !document.querySelector("[data-conflict]")) (await import(answer.script)).settle(match, unsent, answer);
});
