/* What makes a page pleasanter. Every page works without it. */
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  const words = new Intl.RelativeTimeFormat(root.lang || "en", { numeric: "auto" });
  const each = (where, selector, act) => where.querySelectorAll(selector).forEach(act);

  /* The salt of an order is made here, so that the server cannot choose it. */
  function salt(input) {
    if (input.value) return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    input.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

  function countdown(time) {
    const seconds = (new Date(time.dateTime) - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) || ["minute", 60];
    let shown = time.nextElementSibling;
    if (!shown || !shown.matches("[data-left]")) {
      shown = document.createElement("span");
      shown.dataset.left = "";
      shown.className = "small";
      time.after(" ", shown);
    }
    shown.textContent = `(${words.format(Math.trunc(seconds / length), unit)})`;
  }

  async function copy(button) {
    const source = document.querySelector(button.dataset.copy);
    const text = "value" in source ? source.value : source.textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      source.focus();
      source.select?.();
      document.execCommand("copy");
    }
    const before = button.textContent;
    button.textContent = button.dataset.copied || "✓";
    setTimeout(() => { button.textContent = before; }, 2000);
  }

  /* A form or button with data-confirm asks once more; the words of both buttons come from the page. */
  function confirm(form, submitter) {
    const asking = submitter?.dataset.confirm ? submitter : form;
    const dialog = document.createElement("dialog");
    const question = document.createElement("p");
    question.textContent = asking.dataset.confirm;
    const actions = document.createElement("div");
    actions.className = "actions";
    const yes = document.createElement("button");
    yes.className = "primary";
    yes.textContent = asking.dataset.confirmYes || submitter?.textContent.trim() || "OK";
    const no = document.createElement("button");
    no.textContent = asking.dataset.confirmNo || root.dataset.cancel || "✕";
    actions.append(yes, no);
    const body = document.createElement("div");
    body.className = "stack";
    body.append(question, actions);
    dialog.append(body);
    document.body.append(dialog);
    yes.addEventListener("click", () => {
      form.dataset.confirmed = "yes";
      dialog.close();
      form.requestSubmit(submitter);
    });
    no.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => { dialog.remove(); submitter?.focus(); });
    dialog.showModal();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const asks = event.submitter?.dataset.confirm || form.dataset.confirm;
    if (!asks || form.dataset.confirmed) {
      delete form.dataset.confirmed;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    confirm(form, event.submitter);
  }, true);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
    const step = event.target.closest("[data-step]");
    if (step) document.getElementById(step.dataset.of)?.[step.dataset.step > 0 ? "stepUp" : "stepDown"]();
    each(document, "details.menu[open]", (menu) => { if (!menu.contains(event.target)) menu.open = false; });
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    each(document, "details.menu[open]", (menu) => { menu.open = false; menu.querySelector("summary").focus(); });
  });

  /* "Why?" is a link to its answer. With this script it opens on the spot, and the answer is fetched when it is opened. */
  function unfold(link) {
    const question = document.createElement("details");
    question.className = link.className;
    const summary = document.createElement("summary");
    summary.append(...Array.from(link.childNodes, (node) => node.cloneNode(true)));
    const body = document.createElement("div");
    body.className = "why-body";
    body.setAttribute("aria-live", "polite");
    question.append(summary, body);
    link.replaceWith(question);
    link.className = "";
    question.addEventListener("toggle", () => { if (question.open && !body.hasChildNodes()) answer(link, body); });
  }

  /* An answer is a part of a page. What is none (a log-in, an error) is shown where the link leads; where nothing comes at all
     the link stands in its place, and the next opening asks again. */
  async function answer(link, body) {
    body.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(link.href, { headers: { "HX-Request": "true" }, cache: "no-store" });
      if (!response.ok || response.redirected) {
        location.assign(link.href);
        return;
      }
      body.innerHTML = await response.text();
    } catch {
      body.replaceChildren(link);
      body.parentNode.addEventListener("toggle", () => body.replaceChildren(), { once: true });
    } finally {
      body.removeAttribute("aria-busy");
    }
  }

  function enhance(where) {
    each(where, "a.why", unfold);
    each(where, "input[data-salt]", salt);
    each(where, "time[data-countdown]", countdown);
  }

  /* What is refused is said where the reader is not: it comes into view. */
  let refused = false;
  document.addEventListener("htmx:afterSettle", () => {
    if (!refused) return;
    refused = false;
    // Afterwards: htmx goes to the top of what it has put there once this is heard.
    requestAnimationFrame(() => {
      document.querySelector(".notice.bad[role=alert], [data-focus]")?.scrollIntoView({ block: "center" });
    });
  });

  /* htmx drops answers that are errors, and the reader would see nothing. A part of a page (a form with its errors) goes
     where it was meant to go; a whole page takes the place of the page. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, serverResponse } = event.detail;
    if (xhr.status < 400) return;
    event.detail.shouldSwap = true;
    refused = true;
    if (!serverResponse.includes("<html")) return;
    event.detail.target = document.body;
    event.detail.swapOverride = "innerHTML";
  });

  document.addEventListener("htmx:load", (event) => enhance(event.target));
  enhance(document);
  document.querySelector("[data-focus]")?.focus();
  setInterval(() => each(document, "time[data-countdown]", countdown), 30000);
})();
