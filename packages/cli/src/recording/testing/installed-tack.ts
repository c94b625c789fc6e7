import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hookOutputs } from "@tackroom/harness";
import { build } from "esbuild";

/** A folder like an installed `tack`: the real launcher and hook, and the sender of `tack-main.ts`. */
export async function installTack(): Promise<{ folder: string; tack: string }> {
  const folder = mkdtempSync(join(tmpdir(), "tack-installed-"));
  const source = fileURLToPath(new URL("../../", import.meta.url));
  // As tools/bundle-cli.mjs does.
  const define = { HOOK_OUTPUTS: JSON.stringify(hookOutputs()) };
  for (const [entry, name] of [
    ["hook-main.ts", "hook.cjs"],
    ["recording/testing/tack-main.ts", "tack.cjs"],
  ] as const) {
    const outfile = join(folder, "bundle", name);
    await build({ entryPoints: [join(source, entry)], outfile, bundle: true, platform: "node", format: "cjs", define });
  }
  mkdirSync(join(folder, "bin"));
  const tack = join(folder, "bin", "tack.cjs");
  copyFileSync(join(source, "..", "bin", "tack.cjs"), tack);
  return { folder, tack };
}
