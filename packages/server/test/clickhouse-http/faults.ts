import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { refusal, type HttpHooks } from "@tackroom/server/platform/analytical/clickhouse-http";

/** What tests may switch on over HTTP; the paths are under /_test/. */
interface Faults {
  delayMs: number;
  insertsToDrop: number;
}

export function createFaults(): HttpHooks {
  const faults: Faults = { delayMs: 0, insertsToDrop: 0 };
  return {
    own(url) {
      if (!url.pathname.startsWith("/_test/")) return undefined;
      switchFault(faults, url);
      return "Ok.\n";
    },
    async beforeAnswer({ inserted }, closing) {
      if (inserted && faults.insertsToDrop > 0) {
        faults.insertsToDrop -= 1;
        return false;
      }
      // Only the answer is late: the engine has done the work, so a client that gives up does not undo it.
      if (faults.delayMs > 0 && !closing.aborted) {
        await Promise.race([sleep(faults.delayMs, undefined, { ref: false }), once(closing, "abort")]);
      }
      return true;
    },
  };
}

function switchFault(faults: Faults, url: URL): void {
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
