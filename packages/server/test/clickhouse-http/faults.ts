import { refusal } from "./errors.js";

/** What tests may switch on over HTTP; the paths are under /_test/. */
export interface Faults {
  delayMs: number;
  insertsToDrop: number;
}

export function noFaults(): Faults {
  return { delayMs: 0, insertsToDrop: 0 };
}

export function isFaultRequest(url: URL): boolean {
  return url.pathname.startsWith("/_test/");
}

export function switchFault(faults: Faults, url: URL): void {
  switch (url.pathname) {
    case "/_test/delay":
      faults.delayMs = countParam(url, "ms");
      return;
    case "/_test/drop-after-insert":
      faults.insertsToDrop = countParam(url, "count");
      return;
    default:
      throw refusal(36, "BAD_ARGUMENTS", `There is no fault ${url.pathname}`);
  }
}

function countParam(url: URL, name: string): number {
  const text = url.searchParams.get(name) ?? "";
  if (!/^\d+$/.test(text)) throw refusal(36, "BAD_ARGUMENTS", `${url.pathname} needs ${name}=<whole number>`);
  return Number(text);
}
