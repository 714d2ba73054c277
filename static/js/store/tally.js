// Trick by trick: counts on the phone and sends the whole list, so that no tap waits for the one
// before.
const isStart = (start, whole) => start.every((taker, index) => taker === whole[index]);

class Tally {
  constructor(form) {
    this.form = form;
    this.undo = document.getElementById("undo");
    this.total = Number(form.dataset.tricks);
    this.texts = ["[data-asks]", ".pad__sum", ".undo small"].map((one) => form.querySelector(one));
    this.shown = this.texts.map((text) => text?.textContent);
    this.piles = [...form.querySelectorAll("[data-taker]")]
      .map((place) => [place, Number(place.textContent)]);
    this.recorded = this.read();
    this.list = this.recorded;
    // The tricks on their way, and those that the server has by now.
    this.sent = this.recorded;
    this.stored = this.recorded;
  }

  read() {
    return this.form.elements.tricks.value.split(" ").filter(Boolean);
  }

  get isAhead() {
    return isStart(this.stored, this.list);
  }

  draw() {
    const { form, list, recorded, stored, total } = this;
    const { question, trick } = form.dataset;
    const isSame = list.length === recorded.length && isStart(recorded, list);
    form.elements.tricks.value = list.join(" ");
    form.elements.known.value = stored
      .filter((_, index) => isStart(stored.slice(0, index + 1), list)).length;
    const [asks, leads, what] = this.texts;
    const texts = isSame ? this.shown : [
      question.replace("{n}", Math.min(list.length + 1, total)),
      "",
      list.length ? trick.replace("{n}", list.length) : "",
    ];
    [asks.textContent, leads.textContent] = texts;
    if (what) {
      [, , what.textContent] = texts;
      what.closest("button").ariaLabel = null;
    }
    form.querySelector(".states").style.visibility = isSame ? "" : "hidden";
    for (const [place, number] of this.piles) {
      const count = (takers) => takers.filter((taker) => taker === place.dataset.taker).length;
      place.textContent = number + count(list) - count(recorded);
    }
    for (const key of form.querySelectorAll("[name=taken]")) key.disabled = list.length >= total;
  }

  keep() {
    this.form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  send(list = this.list) {
    this.list = list;
    this.draw();
    if (this.form.hasAttribute("aria-busy")) this.keep();
    else this.form.requestSubmit();
  }

  // A trick that was undone on its way is undone on the server, before the rest is sent.
  goOn() {
    if (this.isAhead) {
      this.send();
      return;
    }
    this.draw();
    this.form.dataset.unsent = "";
    this.keep();
    this.undo.requestSubmit();
  }

  // What was tapped since is sent before the next view is shown.
  follow(event) {
    if (this.list.length === this.stored.length && this.isAhead) return;
    event.preventDefault();
    setTimeout(() => this.goOn());
  }

  // The list that was kept on this phone is back.
  restore() {
    const kept = this.read();
    if (isStart(kept, this.recorded)) {
      this.draw();
      this.keep();
    } else {
      this.send([...kept, ...this.list.slice(this.recorded.length)]);
    }
  }

  onUndo(event) {
    if (!this.isAhead) return;
    if (this.list.length > this.stored.length) event.preventDefault();
    this.list = this.list.slice(0, -1);
    if (event.defaultPrevented) this.send();
  }

  onSaved(event) {
    this.form.dataset.adds = this.sent.length - this.stored.length;
    this.stored = this.sent;
    this.follow(event);
  }

  onUndone(event) {
    this.stored = this.stored.slice(0, -1);
    // The next undo is another one.
    this.undo.elements.key.value += "+";
    this.follow(event);
  }

  listen() {
    const { form, undo } = this;
    form.addEventListener("click", (event) => {
      const key = event.target.closest("[name=taken]");
      if (!key) return;
      event.preventDefault();
      this.send([...this.list, key.value]);
    });
    undo.addEventListener("submit", (event) => this.onUndo(event));
    form.addEventListener("sending", () => { this.sent = this.list; });
    form.addEventListener("saved", (event) => this.onSaved(event));
    undo.addEventListener("saved", (event) => this.onUndone(event));
    for (const sender of [form, undo]) {
      sender.addEventListener("sent", (event) => this.follow(event));
    }
    // An undo that cancelled what waits still undoes the trick before it.
    form.addEventListener("notice", (event) => {
      if (event.detail.includes("cancelled")) this.follow(event);
    });
    form.addEventListener("change", () => this.restore());
  }
}

const setUp = () => {
  const form = document.querySelector("form[data-module=tally]");
  if (form) new Tally(form).listen();
};
document.addEventListener("view", setUp);
setUp();
