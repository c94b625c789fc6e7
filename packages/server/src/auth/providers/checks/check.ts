import { isLoopback, type SsoCheck } from "@tackroom/contract";

export const passed = (name: string, detail: string): SsoCheck => ({ name, ok: true, detail, remedy: null });

export const failed = (name: string, detail: string, remedy: string): SsoCheck => ({ name, ok: false, detail, remedy });

/** What is found out about the clock of a server that has answered. */
export function clockCheck(date: string | null | undefined): SsoCheck[] {
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round(Math.abs(Date.now() - theirs) / 1000);
  if (seconds <= MAX_SKEW_SECONDS) return [passed("clock", `The clocks differ by ${seconds} s.`)];
  return [
    failed(
      "clock",
      `This server's clock and the provider's differ by ${seconds} s, so that tokens look expired or not yet valid.`,
      "Synchronize this server's clock (NTP).",
    ),
  ];
}

const MAX_SKEW_SECONDS = 30;

/** Providers only send people back to encrypted addresses, apart from one's own machine. */
export function redirectCheck(redirectUri: string): SsoCheck {
  const url = new URL(redirectUri);
  if (url.protocol === "https:" || isLoopback(url)) {
    return passed("redirect_uri", `Register exactly this address with the provider: ${redirectUri}`);
  }
  return failed(
    "redirect_uri",
    `${redirectUri} is not encrypted, so providers reject it.`,
    "Serve Tackroom over https and set deployment.frontend_url to that address.",
  );
}

/** For settings that take effect at the next start. */
export function restartCheck(isRunning: boolean): SsoCheck {
  return isRunning
    ? passed("running", "The running server uses these settings.")
    : failed("running", "The settings have changed since the server started.", "Restart the server to apply them.");
}
