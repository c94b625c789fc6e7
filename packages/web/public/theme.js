// Before the first paint, or a page of the other theme would flash. A file of its own: inline scripts are forbidden.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage can be switched off; the system's preference holds then.
  }
})();
