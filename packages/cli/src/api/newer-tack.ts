import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isCi, type Cli } from "../cli.js";
import { tackDirectory } from "../tack-directory.js";
import { VERSION } from "../version.js";

const A_DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a release is later than another one. Versions that are not releases are not compared. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number));
  if (one === undefined || other === undefined) return false;
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

/** Tells a person, at most once a day, that the server hands out a newer tack than this one. */
export function noticeNewerTack(cli: Cli, offered: unknown, own = VERSION): void {
  if (typeof offered !== "string" || !isNewer(offered, own)) return;
  const isForPerson = cli.stdout.isTTY === true && cli.stderr.isTTY === true && cli.flags.output === "table";
  if (!isForPerson || isCi(cli.env) || wasToldToday(cli)) return;
  cli.closingNotes?.push(`The server has tack ${offered}; this is ${own}. Update with: tack self-update`);
}

/** Takes the turn for today. Where that cannot be remembered, nothing is said, since it would be said each time. */
function wasToldToday(cli: Cli, now = Date.now()): boolean {
  const path = join(tackDirectory(cli), "update-notice");
  try {
    if (now - Number(readFileSync(path, "utf8")) < A_DAY_MS) return true;
  } catch {
    // Not told before.
  }
  try {
    mkdirSync(tackDirectory(cli), { recursive: true, mode: 0o700 });
    writeFileSync(path, String(now), { mode: 0o600 });
    return false;
  } catch {
    return true;
  }
}
