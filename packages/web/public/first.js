// What cannot wait for the app. A file of its own: inline scripts are forbidden.
{
  const root = document.documentElement;
  let storage;
  try {
    storage = localStorage;
  } catch {
    // It can be switched off: the theme is then the system's, and only the server knows of a session.
  }

  // Before the first paint, or a page of the other theme would flash.
  const theme = storage?.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  // Someone has signed in here (src/api/session-hint.ts): most pages then have a frame.
  const hint = storage?.getItem("has-session");
  const isOpenPage = /^\/(welcome|login|register|forgot-password|change-password|device)\/?$/.test(location.pathname);
  if (hint && !isOpenPage) root.dataset.frame = "likely";

  // The session is taken up while the app is on its way.
  if (hint !== null) {
    window.sessionOnItsWay = fetch("/api/v1/auth/token/refresh", {
      method: "POST",
      headers: {
        accept: "application/json, application/problem+json",
        "x-tackroom-client": "web",
        "content-type": "application/json",
      },
      body: "{}",
    });
    // Whoever takes it up hears of a failure too.
    window.sessionOnItsWay.catch(() => {});
  }
}
