// Digits choose on a keyboard: "4 3 3 2" are the bids of one after the other, "1" and at once "0" are ten, "n" is nil.
// They save nothing: after the last one the key that saves has the focus.
{
  const MOMENT = 700;
  for (const form of document.querySelectorAll("form.step:has(.bidder)")) {
    const groups = [...form.querySelectorAll(".bidder")];
    const chip = (group, value) => group.querySelector(`input[value="${value}"]`);
    let one = null;
    let timer = 0;

    const goOnFrom = (group) => {
      clearTimeout(timer);
      one = null;
      const open = (other) => other.checkVisibility() && !("derived" in other.dataset);
      const next = groups.slice(groups.indexOf(group) + 1).find(open);
      (next ?? form.querySelector(".dock .button--main")).focus();
    };

    form.addEventListener("keydown", (event) => {
      const { key, target } = event;
      if (!/^[0-9n]$/.test(key) || event.ctrlKey || event.altKey || event.metaKey) return;
      if (target.matches("select, textarea, input:not([type=radio])")) return;
      let group = target.closest(".bidder") ?? groups.find((other) => !other.querySelector(":checked"));
      let chosen = one && chip(one, `1${key}`);
      if (one && !chosen) {
        goOnFrom(one);
        group = document.activeElement.closest(".bidder");
      }
      chosen ??= group && chip(group, key === "n" ? "nil" : key);
      if (!chosen) return;
      event.preventDefault();
      chosen.click();
      if (key === "1" && !one && chip(group, 10)) {
        one = group;
        timer = setTimeout(goOnFrom, MOMENT, group);
      } else {
        goOnFrom(group);
      }
    });
  }
}
