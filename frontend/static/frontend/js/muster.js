/* The running total of a muster. The page works without it: the server adds up too. */
(() => {
  "use strict";
  const put = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => values[name] ?? "");

  function total(form) {
    const output = form.querySelector("[data-muster-total]");
    if (!output) return;
    let points = 0;
    let natives = 0;
    form.querySelectorAll("label input:checked").forEach((tick) => {
      const words = tick.closest("label").querySelector("[data-points]");
      if (!words) return;
      points += Number(words.dataset.points);
      if ("native" in words.dataset) natives += Number(words.dataset.points);
    });
    const { limit, text, of, over, few } = output.dataset;
    const missing = Number(output.dataset.natives) - natives;
    const notes = [put(limit === "" ? text : of, { points, limit })];
    if (limit !== "" && points > Number(limit)) notes.push(over);
    if (missing > 0) notes.push(put(few, { points: missing }));
    output.textContent = notes.join(" · ");
    output.className = `js-only badge ${notes.length > 1 ? "bad" : "good"}`;
  }

  document.querySelectorAll("form[data-muster]").forEach((form) => {
    form.addEventListener("change", () => total(form));
    total(form);
  });
})();
