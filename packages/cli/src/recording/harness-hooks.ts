import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HARNESSES, renderSessionHooks, type HarnessId } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { writeFileAtomically } from "../write-file.js";
import { detectOn } from "../scan/detect.js";
import { platformOf } from "../scan/platform.js";
import { placeOnMachine } from "./place-on-machine.js";
import { hookPresence, isOurs, mergeHooks, removeHooks, type HookPresence } from "./merge-hooks.js";
import { readHarness } from "../harness-option.js";

type Ground = Pick<Machine, "env" | "home" | "platform">;

/** A file with our name that someone else has written; it is not changed. */
export type HarnessPresence = HookPresence | "foreign" | "none";

export interface HarnessHooks {
  readonly id: HarnessId;
  readonly displayName: string;
  readonly presence: HarnessPresence;
  readonly paths: readonly string[];
  readonly advice: readonly string[];
  /** Why there are no hooks for this harness. */
  readonly reason?: string;
}

/** The harnesses used on this machine, or the requested one. */
export async function chosenHarnesses(machine: Machine, wanted: string | undefined): Promise<HarnessId[]> {
  if (wanted === undefined) return (await detectOn(machine)).map(({ id }) => id);
  return [readHarness(wanted)];
}

export function inspectHooks(ground: Ground, id: HarnessId): HarnessHooks {
  const { displayName, config, files, advice, reason } = renderSessionHooks(id, platformOf(ground));
  const ofFiles = files.map(({ path, content }) => filePresence(placeOnMachine(ground, HARNESSES[id], path), content));
  const all = config ? [hookPresence(placeOnMachine(ground, HARNESSES[id], config.path), config), ...ofFiles] : ofFiles;
  const paths = [...(config ? [config.path] : []), ...files.map(({ path }) => path)].map((path) =>
    placeOnMachine(ground, HARNESSES[id], path),
  );
  return { id, displayName, presence: worst(all), paths, advice, ...(reason === undefined ? {} : { reason }) };
}

const ORDER: readonly HarnessPresence[] = ["foreign", "outdated", "missing", "present"];
const worst = (all: readonly HarnessPresence[]): HarnessPresence =>
  ORDER.find((presence) => all.includes(presence)) ?? "none";

function filePresence(path: string, content: string): HarnessPresence {
  if (!existsSync(path)) return "missing";
  const found = readFileSync(path, "utf8");
  if (found === content) return "present";
  // Either the file has our name, or it says that tack wrote it: a user's own script may call our hook too.
  if (/[\\/]tackroom[^\\/]*(?:[\\/]plugin\.json)?$/.test(path) || /Written by Tackroom\./.test(found))
    return "outdated";
  return isOurs(found) ? "present" : "foreign";
}

export function installHooks(ground: Ground, id: HarnessId): void {
  const { config, files } = renderSessionHooks(id, platformOf(ground));
  if (config) mergeHooks(placeOnMachine(ground, HARNESSES[id], config.path), config);
  for (const { path, content, executable } of files) {
    const place = placeOnMachine(ground, HARNESSES[id], path);
    if (["missing", "outdated"].includes(filePresence(place, content)))
      writeFileAtomically(place, content, executable ? 0o755 : 0o644);
  }
}

/** Our script may also run hooks installed from the registry, which must keep working when recording is removed. */
function runsOthers(ground: Ground, id: HarnessId, content: string): boolean {
  const [, folder, file] = /(?:for hook in|-Path) (\S+)\/\*\/(\w+\.(?:sh|ps1))/.exec(content) ?? [];
  if (folder === undefined || file === undefined) return false;
  const place = placeOnMachine(ground, HARNESSES[id], folder);
  return existsSync(place) && readdirSync(place).some((name) => existsSync(join(place, name, file)));
}

/** True when something was removed. */
export function uninstallHooks(ground: Ground, id: HarnessId): boolean {
  const { config, files } = renderSessionHooks(id, platformOf(ground));
  let found = config ? removeHooks(placeOnMachine(ground, HARNESSES[id], config.path), config) : false;
  for (const { path, content } of files) {
    const place = placeOnMachine(ground, HARNESSES[id], path);
    const presence = filePresence(place, content);
    // It differs from what tack writes, so it is the user's own script that calls our hook.
    const isWritten = presence === "outdated" || (presence === "present" && readFileSync(place, "utf8") === content);
    if (!isWritten || runsOthers(ground, id, content)) continue;
    rmSync(place);
    found = true;
  }
  return found;
}
