// Runs before the app. A separate file, because inline scripts are blocked by the content security policy.
{
  const root = document.documentElement;
  let storage;
  try {
    storage = localStorage;
  } catch {
    // Storage can be disabled: then the system's theme is used, and only the server knows about a session.
  }

  // Set before the first paint, so that the other theme does not flash.
  const theme = storage?.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  // A user has signed in here (src/api/session-hint.ts): most pages then have a frame.
  const hint = storage?.getItem("has-session");
  const isOpenPage = /^\/(welcome|login|register|forgot-password|change-password|device|oauth\/authorize)\/?$/.test(
    location.pathname,
  );
  if (hint && !isOpenPage) root.dataset.frame = "likely";

  // The session is restored while the app is loading.
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
    // The app handles the failure; this only prevents an unhandled rejection.
    window.sessionOnItsWay.catch(() => {});
  }
}
