/* The board of a battle: taps become places, two fingers enlarge it, and the page follows the other side. It works without. */
(() => {
  "use strict";
  const EVERY = 4000;
  const SLOWER = 15000;
  const page = () => document.getElementById("battle");

  function show(address, push) {
    if (push) history.pushState({ htmx: true }, "", address);
    return htmx.ajax("GET", address, { source: page(), target: "#battle", select: "#battle", swap: "outerHTML" });
  }

  /* A page that tells what is wrong takes the place of the battle only, like every other answer. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status < 400 || !page() || !event.detail.serverResponse.includes('id="battle"')) return;
    event.detail.shouldSwap = true;
    event.detail.target = page();
    event.detail.swapOverride = "outerHTML";
  });

  /* --- Taps ---------------------------------------------------------------------------------- */

  /* Where a tap fell, in whole millimetres of the ruleset's board. */
  function place(svg, event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [width, height] = [Number(svg.dataset.width), Number(svg.dataset.height)];
    const x = Math.round(Math.min(width, Math.max(0, point.x)));
    const y = Math.round(Math.min(height, Math.max(0, point.y)));
    return [svg.dataset.flipX ? width - x : x, svg.dataset.flipY ? height - y : y];
  }

  function fill(svg, x, y) {
    const [nameX, nameY] = [svg.dataset.tapX, svg.dataset.tapY];
    const form = document.getElementById("move-form");
    if (!form) return;
    let [first, second] = [nameX, nameY];
    const rows = /^(.*\.)0(\.[^.]+)$/;
    for (let row = 0; rows.test(nameX); row += 1) {
      [first, second] = [nameX.replace(rows, `$1${row}$2`), nameY.replace(rows, `$1${row}$2`)];
      const field = form.elements[first];
      if (!field) return;
      if (!field.value) break;
    }
    form.elements[first].value = x;
    form.elements[second].value = y;
    form.requestSubmit();
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest(".board-tools a")) kept = null;
    const link = event.target.closest("#battle svg a");
    if (link) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      show(link.getAttribute("href"), true);
      return;
    }
    const svg = event.target.closest("svg.battle-board[data-tap-x]");
    if (!svg || moved) return;
    const [x, y] = place(svg, event);
    if (svg.dataset.tapHref) {
      const told = new URLSearchParams({ [svg.dataset.tapX]: x, [svg.dataset.tapY]: y });
      show(`${svg.dataset.tapHref}&${told}`, true);
    } else {
      fill(svg, x, y);
    }
  });

  /* --- Two fingers, a wheel, a drag ----------------------------------------------------------- */

  const fingers = new Map();
  let moved = false;
  let start = null;
  let kept = null;

  const boxOf = (svg) => svg.getAttribute("viewBox").split(" ").map(Number);

  function setBox(svg, [x, y, width, height]) {
    const [most, tall] = [Number(svg.dataset.width), Number(svg.dataset.height)];
    const w = Math.min(most, Math.max(most / 8, width));
    const h = (w * tall) / most;
    kept = [Math.min(most - w, Math.max(0, x)), Math.min(tall - h, Math.max(0, y)), w, h].map(Math.round);
    svg.setAttribute("viewBox", kept.join(" "));
    svg.classList.toggle("near", w < most);
  }

  function begin(svg) {
    const spots = [...fingers.values()];
    start = { box: boxOf(svg), spots: spots.map((spot) => ({ ...spot })), width: svg.clientWidth };
  }

  document.addEventListener("pointerdown", (event) => {
    const svg = event.target.closest("svg.battle-board");
    if (!svg) return;
    if (!fingers.size) moved = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    begin(svg);
  });

  document.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const svg = document.querySelector("svg.battle-board");
    if (!svg || !start) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = [...fingers.values()];
    if (now.length !== start.spots.length) return;
    const [x, y, width, height] = start.box;
    const scale = width / start.width;
    if (now.length === 1) {
      const [dx, dy] = [now[0].x - start.spots[0].x, now[0].y - start.spots[0].y];
      if (!moved && Math.hypot(dx, dy) < 10) return;
      if (width >= Number(svg.dataset.width)) return;
      moved = true;
      setBox(svg, [x - dx * scale, y - dy * scale, width, height]);
      return;
    }
    moved = true;
    const apart = (spots) => Math.hypot(spots[0].x - spots[1].x, spots[0].y - spots[1].y) || 1;
    const grown = apart(start.spots) / apart(now);
    const edge = svg.getBoundingClientRect();
    const middle = [(start.spots[0].x + start.spots[1].x) / 2 - edge.x, (start.spots[0].y + start.spots[1].y) / 2 - edge.y];
    setBox(svg, [x + middle[0] * scale * (1 - grown), y + middle[1] * scale * (1 - grown), width * grown, height * grown]);
  });

  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      const svg = document.querySelector("svg.battle-board");
      if (fingers.size && svg) begin(svg);
      else start = null;
      if (name === "pointerup") setTimeout(() => { moved = false; }, 0);
    });
  }

  /* Who has the board, or anything on it, under the keys: arrows move it, + and − enlarge it and make it smaller, 0 shows all. */
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const SIZES = { "+": 0.8, "=": 0.8, "-": 1.25, "−": 1.25, 0: 100 };

  document.addEventListener("keydown", (event) => {
    const svg = event.target.closest("svg.battle-board");
    if (!svg || event.metaKey || event.ctrlKey || event.altKey) return;
    const [x, y, width, height] = boxOf(svg);
    const [step, size] = [STEPS[event.key], SIZES[event.key]];
    if (step && width < Number(svg.dataset.width)) {
      setBox(svg, [x + (step[0] * width) / 5, y + (step[1] * height) / 5, width, height]);
    } else if (size) {
      setBox(svg, [x + (width * (1 - size)) / 2, y + (height * (1 - size)) / 2, width * size, height * size]);
    } else {
      return;
    }
    event.preventDefault();
  });

  /* --- Following ------------------------------------------------------------------------------ */

  let busy = false;

  const typing = () => Boolean(page()?.querySelector("form :focus:not(button)"));

  async function look() {
    const battle = page();
    if (!battle || !("follows" in battle.dataset) || document.hidden || busy) return;
    busy = true;
    try {
      const answer = await fetch(battle.dataset.news, { headers: { "If-None-Match": battle.dataset.mark }, cache: "no-store" });
      if (answer.status !== 200 || page() !== battle || answer.headers.get("ETag") === battle.dataset.mark) return;
      if (battle.dataset.follows) await renew(battle);
      else if (typing()) battle.querySelector("[data-news-ready]")?.removeAttribute("hidden");
      else await show(location.pathname + location.search, false);
    } catch {
      /* The next look will tell. */
    } finally {
      busy = false;
    }
  }

  /* Beside a form only what the other side did is renewed: what is typed, ticked or counted up in it stays. */
  async function renew(battle) {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok || page() !== battle) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [before, after] = [battle.querySelector(battle.dataset.follows), fresh.querySelector(battle.dataset.follows)];
    if (!before || !after) return;
    before.replaceWith(document.adoptNode(after));
    battle.dataset.mark = fresh.getElementById("battle").dataset.mark;
  }

  let last = 0;
  setInterval(() => {
    const own = page()?.querySelector(".battle-state.waits");
    if (Date.now() - last < (own ? SLOWER : EVERY)) return;
    last = Date.now();
    look();
  }, 1000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });

  /* What was enlarged by hand stays so when the page changes. */
  document.addEventListener("htmx:load", () => {
    const svg = document.querySelector("svg.battle-board");
    if (svg && kept) setBox(svg, kept);
    const result = document.getElementById("result");
    if (result && result.getBoundingClientRect().top < 0) result.scrollIntoView({ block: "start" });
  });
})();
