// Sends a form once, however often its key is tapped. Without a network it stays on the page and is sent again with the
// same key, so that the server stores it once. If the response is not that it is saved, the browser sends the form
// itself and shows the server's page.
{
  const PAUSE = 3000;
  const TIMEOUT = 20000;
  const ADDRESS_HINT_AFTER = 60000;
  const BUSY_AT_MOST = 8000;
  const sentByBrowser = new WeakSet();
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

  const collectFields = (form, submitter) => {
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    return body;
  };

  const post = (form, submitter) => fetch(form.action, {
    method: "POST",
    body: collectFields(form, submitter),
    headers: { "X-Sent-By": "script" },
    redirect: "manual",
    signal: AbortSignal.timeout?.(TIMEOUT),
  });

  const postUntilReceived = async (form, submitter) => {
    const since = Date.now();
    for (;;) {
      try {
        return await post(form, submitter);
      } catch {
        notify(form, "waiting", ...(Date.now() - since > ADDRESS_HINT_AFTER ? ["address"] : []));
        await pause();
      }
    }
  };

  const send = async (form, submitter) => {
    const response = await postUntilReceived(form, submitter);
    if (response.status === 201) {
      form.dispatchEvent(new Event("saved"));
      location.assign(response.headers.get("Location"));
    } else {
      release(form);
      sentByBrowser.add(form);
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
    if (sentByBrowser.has(form) || submitter?.hasAttribute("formaction") || form.enctype.startsWith("multipart")) {
      setTimeout(release, BUSY_AT_MOST, form);
    } else {
      event.preventDefault();
      send(form, submitter);
    }
  });

  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) document.querySelectorAll("form[aria-busy]").forEach(release);
  });
}
