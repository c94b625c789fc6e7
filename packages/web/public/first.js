// What cannot wait for the app. A file of its own: inline scripts are forbidden.
{
  let storage;
  try {
    storage = localStorage;
  } catch {
    // It can be switched off: the theme is then the system's, and only the server knows of a session.
  }

  // Before the first paint, or a page of the other theme would flash.
  const theme = storage?.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  // The session is taken up while the app is on its way, unless nobody has signed in here (src/api/session-hint.ts).
  if (storage?.getItem("has-session") !== null) {
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
