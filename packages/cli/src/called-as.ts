import { readFileSync } from "node:fs";
import { join } from "node:path";

const NPX_FOLDER = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/;

/** How this program was started, for hints that can be pasted: `tack`, or `npx …` for a copy that is not installed. */
export function calledAs(env: Readonly<Record<string, string | undefined>>, program: string): string {
  const [, folder] = NPX_FOLDER.exec(program) ?? [];
  if (folder !== undefined) return `npx -y ${packageIn(folder) ?? "tack"}`;
  return env["npm_lifecycle_event"] === "npx" ? "npx tack" : "tack";
}

/** The server whose client npx runs: `npx -y <server>/tack.tgz login` signs in there. */
export function serverOfPackage(program: string): string | undefined {
  const [, folder] = NPX_FOLDER.exec(program) ?? [];
  const spec = folder === undefined ? undefined : packageIn(folder);
  return /^(https?:\/\/.+)\/tack\.tgz$/.exec(spec ?? "")?.[1];
}

/** What was typed after `npx`: npm keeps it beside the copy that it runs. */
function packageIn(folder: string): string | undefined {
  try {
    const { _npx: npx } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      _npx?: { packages?: readonly unknown[] };
    };
    const [spec] = npx?.packages ?? [];
    return typeof spec === "string" && /^[\w@:/.+~-]+$/.test(spec) ? spec : undefined;
  } catch {
    return undefined;
  }
}

/** Rewrites the commands in a hint. Sentences about tack itself stay as they are. */
export const withCall = (hint: string, call: string): string =>
  call === "tack" ? hint : hint.replaceAll(/(^|: |[Rr]un |with |, or )tack (?=[a-z-])/g, `$1${call} `);
