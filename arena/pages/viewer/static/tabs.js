/* On a phone the panels lie behind tabs, one at a time. The style sheet shows tabs there only. */

function makeTabs() {
  const bar = document.getElementById("tabs");
  const panels = Array.from(document.querySelectorAll("aside > .panel"));
  const buttons = panels.map((panel) => {
    const button = make("button", { type: "button", "aria-controls": panel.id }, panel.dataset.tab);
    button.addEventListener("click", () => choose(panel));
    return button;
  });
  let chosen = document.getElementById("decision");

  function choose(panel) {
    chosen = panel;
    draw();
  }

  /** Show the chosen panel, or the first one if the game does not have it any more. */
  function draw() {
    const shown = chosen.hidden ? panels.find((panel) => !panel.hidden) : chosen;
    panels.forEach((panel, i) => {
      buttons[i].hidden = panel.hidden;
      buttons[i].setAttribute("aria-pressed", String(panel === shown));
      panel.classList.toggle("behind", panel !== shown);
    });
  }

  bar.replaceChildren(...buttons);
  const watcher = new MutationObserver(draw);
  for (const panel of panels) watcher.observe(panel, { attributeFilter: ["hidden"] });
  draw();
}

makeTabs();
