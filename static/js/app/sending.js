// Sends a form once, however often its key is tapped. Without a network it stays on the page and is sent again with the
// same key, so that the server stores it once. If the response is not that it is saved, the browser sends the form
// itself and shows the server's page.
{
  const PAUSE = 3000;
  const TIMEOUT = 20000;
  const HINT_AFTER = 60000;
  const BUSY = 8000;
  const native = new WeakSet();
  let busy = false;

  const release = (form) => {
    busy = false;
    form.removeAttribute("aria-busy");
  };
  const notify = (form, ...about) => form.dispatchEvent(new CustomEvent("notice", { bubbles: true, detail: about }));
  const pause = () => new Promise((resolve) => {
    setTimeout(resolve, PAUSE);
    window.addEventListener("online", resolve, { once: true });
    document.addEventListener("submit", resolve, { once: true });
  });

  const encode = (form, submitter) => {
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    return body;
  };

  const post = (form, submitter) => fetch(form.action, {
    method: "POST",
    body: encode(form, submitter),
    headers: { "X-Sent-By": "script" },
    redirect: "manual",
    signal: AbortSignal.timeout?.(TIMEOUT),
  });

  const retry = async (form, submitter) => {
    const since = Date.now();
    for (;;) {
      try {
        return await post(form, submitter);
      } catch {
        notify(form, "waiting", ...(Date.now() - since > HINT_AFTER ? ["address"] : []));
        await pause();
      }
    }
  };

  const send = async (form, submitter) => {
    const response = await retry(form, submitter);
    if (response.status === 201) {
      form.dispatchEvent(new Event("saved"));
      location.assign(response.headers.get("Location"));
    } else {
      release(form);
      native.add(form);
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
    if (native.has(form) || submitter?.hasAttribute("formaction") || form.enctype.startsWith("multipart")) {
      setTimeout(release, BUSY, form);
    } else {
      event.preventDefault();
      send(form, submitter);
    }
  });

  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) document.querySelectorAll("form[aria-busy]").forEach(release);
  });
}
