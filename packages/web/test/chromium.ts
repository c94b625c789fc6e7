import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Debian's; nothing is downloaded. */
export const chromiumPath = (): string | undefined =>
  [process.env["CHROMIUM"], ...PLACES].find((path) => path !== undefined && existsSync(path));
