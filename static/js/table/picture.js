// Shares the picture of a result, with the result as text, through the phone's share sheet. Where that takes no
// pictures, the key leads to a page with the picture, to be saved there. If anything fails, the link is followed.
{
  const [WIDTH, HEIGHT] = [1200, 900];
  const TYPE = "image/png";
  const canShare = Boolean(navigator.canShare?.({ files: [new File([""], "spades.png", { type: TYPE })] }));

  const draw = async ({ drawing, picture }) => {
    const image = new Image(WIDTH, HEIGHT);
    image.src = drawing;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
    canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, HEIGHT);
    const drawn = await new Promise((done) => { canvas.toBlob(done, TYPE); });
    return new File([drawn], picture, { type: TYPE });
  };
  const save = (file) => {
    const address = URL.createObjectURL(file);
    Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };

  const setUp = () => {
    for (const link of document.querySelectorAll("[data-picture]")) {
      const { text } = link.dataset;
      if (text && !canShare) continue;
      link.hidden = false;
      let file;
      // Starts on touch, because a share sheet opens only shortly after a tap.
      const start = () => { file ??= draw(link.dataset); };
      link.addEventListener("pointerdown", start);
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        start();
        try {
          if (text) await navigator.share({ files: [await file], text });
          else save(await file);
        } catch (error) {
          file = undefined;
          if (error.name !== "AbortError") location.assign(link.href);
        }
      });
    }
    // The key that prints a page made for paper.
    for (const key of document.querySelectorAll("[data-print]")) {
      key.hidden = false;
      key.addEventListener("click", () => print());
    }
  };
  document.addEventListener("view", setUp);
  setUp();
}
