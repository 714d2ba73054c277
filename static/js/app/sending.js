// Sends a form once, however often its key is tapped. Without a network it stays on the page and is sent again with the
// same key, so that the server stores it once. If the response is not that it is saved, the browser sends the form
// itself and shows the server's page.
{
  const PAUSE = 3000;
  const PATIENCE = 20000;
  const LONG = 60000;
  const BROWSER = 8000;
  const bySelf = new WeakSet();
  let busy = false;

  const open = (form) => {
    busy = false;
    form.removeAttribute("aria-busy");
  };
  const say = (form, ...about) => form.dispatchEvent(new CustomEvent("notice", { bubbles: true, detail: about }));
  const pause = () => new Promise((goOn) => {
    setTimeout(goOn, PAUSE);
    window.addEventListener("online", goOn, { once: true });
    document.addEventListener("submit", goOn, { once: true });
  });

  const filledIn = (form, submitter) => {
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    return body;
  };

  const post = (form, submitter) => fetch(form.action, {
    method: "POST",
    body: filledIn(form, submitter),
    headers: { "X-Sent-By": "script" },
    redirect: "manual",
    signal: AbortSignal.timeout?.(PATIENCE),
  });

  const arrived = async (form, submitter) => {
    const since = Date.now();
    for (;;) {
      try {
        return await post(form, submitter);
      } catch {
        say(form, "waiting", ...(Date.now() - since > LONG ? ["address"] : []));
        await pause();
      }
    }
  };

  const send = async (form, submitter) => {
    const answer = await arrived(form, submitter);
    if (answer.status === 201) {
      form.dispatchEvent(new Event("saved"));
      location.assign(answer.headers.get("Location"));
    } else {
      open(form);
      bySelf.add(form);
      form.requestSubmit(submitter);
    }
  };

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method !== "post") return;
    if (busy) {
      event.preventDefault();
      return;
    }
    busy = true;
    form.setAttribute("aria-busy", "true");
    // Other keys of a form only fill it in, and files are never sent twice.
    if (bySelf.has(form) || submitter?.hasAttribute("formaction") || form.enctype.startsWith("multipart")) {
      setTimeout(open, BROWSER, form);
    } else {
      event.preventDefault();
      send(form, submitter);
    }
  });

  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) document.querySelectorAll("form[aria-busy]").forEach(open);
  });
}
