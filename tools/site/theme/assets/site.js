/* What is wider than the page can be scrolled by keyboard. */
(function () {
  "use strict";
  const wide = ".md-typeset pre > code, .md-typeset__scrollwrap, .md-typeset__table";

  function mark() {
    for (const box of document.querySelectorAll(wide)) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  mark();
  addEventListener("load", mark);
  addEventListener("resize", mark);
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true });
})();

/* The gallery's filter. Without it the page is a plain list of all cards. */
(function () {
  "use strict";
  const form = document.getElementById("filter");
  if (!form) return;
  const cards = Array.from(document.querySelectorAll("ul.gallery > li"));
  const fields = Array.from(form.elements).filter((field) => field.name);
  const output = form.querySelector("output");

  function fits(card, field) {
    return !field.value || (card.dataset[field.name] || "").split(" ").includes(field.value);
  }

  function show() {
    let count = 0;
    for (const card of cards) {
      card.hidden = !fields.every((field) => fits(card, field));
      if (!card.hidden) count += 1;
    }
    for (const list of document.querySelectorAll("ul.gallery")) {
      const empty = !list.querySelector("li:not([hidden])");
      list.hidden = empty;
      const heading = list.previousElementSibling;
      if (heading && heading.tagName === "H2") heading.hidden = empty;
    }
    output.value = count === 1 ? output.dataset.one : output.dataset.many.replace("{count}", count);
  }

  function remember() {
    const asked = new URLSearchParams();
    for (const field of fields) if (field.value) asked.set(field.name, field.value);
    const query = asked.toString();
    history.replaceState(null, "", location.pathname + (query ? "?" + query : "") + location.hash);
  }

  const asked = new URLSearchParams(location.search);
  for (const field of fields) {
    const value = asked.get(field.name);
    if (value && Array.from(field.options).some((option) => option.value === value)) field.value = value;
  }
  form.addEventListener("change", () => { show(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { show(); remember(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
})();
