// Shares the picture of a result through the phone's share sheet; if that takes no pictures, it is downloaded. If
// anything fails, the picture itself is opened, as without scripts.
{
  const [WIDTH, HEIGHT] = [1200, 900];
  const TYPE = "image/png";
  const canShare = Boolean(navigator.canShare?.({ files: [new File([""], "spades.png", { type: TYPE })] }));

  const draw = async (link) => {
    const image = new Image(WIDTH, HEIGHT);
    image.src = link.href;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
    canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, HEIGHT);
    const drawn = await new Promise((done) => { canvas.toBlob(done, TYPE); });
    return new File([drawn], link.dataset.picture, { type: TYPE });
  };
  const save = (file) => {
    const address = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };

  for (const link of document.querySelectorAll("[data-picture]")) {
    let file;
    // Starts on touch, because a share sheet opens only shortly after a tap.
    const start = () => { file ??= draw(link); };
    link.querySelector("span").textContent = canShare ? link.dataset.shares : link.dataset.saves;
    link.addEventListener("pointerdown", start);
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      start();
      try {
        if (canShare) await navigator.share({ files: [await file] });
        else save(await file);
      } catch (error) {
        file = undefined;
        if (error.name !== "AbortError") location.assign(link.href);
      }
    });
  }
}

// Shows the key that prints a page made for paper.
for (const key of document.querySelectorAll("[data-print]")) {
  key.hidden = false;
  key.addEventListener("click", () => print());
}
