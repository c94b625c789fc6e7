import {
  allowsKey,
  describeHarnesses,
  findInstallPlaces,
  HARNESS_IDS,
  installPlaces,
  parseHarnessId,
  type InstallPlace,
} from "@tackroom/harness";
import { CliError } from "../errors.js";
import type { Kind } from "../kinds.js";
import { oneLine } from "../printable.js";
import type { FileEdit } from "./edits.js";
import type { LockedFile } from "./lock-file.js";

/** The item for which files are changed. */
export interface Claim {
  readonly type: Kind;
  readonly harness: string;
}

/** The source of a path. Neither a registry nor a lockfile from a repository is trusted. */
export type Source = "registry" | "lock";

/** Where an item of a kind may be written for a harness. */
export interface AllowedPlaces {
  readonly claim: Claim;
  find(path: string): readonly InstallPlace[];
}

export function allowedPlaces({ type, harness }: Claim): AllowedPlaces {
  const id = parseHarnessId(harness);
  if (id === undefined) {
    throw new CliError("validation", `tack.lock contains the unknown harness "${harness}".`, {
      remediation: "Update tack, or remove the entry from tack.lock.",
    });
  }
  const places = installPlaces(id, type);
  return { claim: { type, harness }, find: (path) => findInstallPlaces(places, path) };
}

/** Whether any harness stores items of this kind there, since users link the folder of one harness to that of another. */
export const isPlaceOfAnyHarness = (type: Kind, path: string): boolean =>
  HARNESS_IDS.some((id) => findInstallPlaces(installPlaces(id, type), path).length > 0);

const WITH_ARTICLE: Readonly<Record<Kind, string>> = {
  mcp: "an MCP server",
  agent: "an agent",
  skill: "a skill",
  hook: "a hook",
  prompt: "a prompt",
  sandbox: "a sandbox",
};

const displayName = ({ harness }: Claim): string =>
  describeHarnesses().find(({ name }) => name === harness)?.display_name ?? harness;

/** For a path outside the claim's locations. */
export const notAPlaceOf = (claim: Claim): string =>
  `is not where ${displayName(claim)} stores ${WITH_ARTICLE[claim.type]}`;

/** Thrown before anything is written or deleted. */
function refusal(source: Source, path: string, why: string): CliError {
  const [what, remediation] =
    source === "registry"
      ? ["The registry asked to write", "Do not install this item. Report it to its owner or a registry admin."]
      : ["tack.lock lists", "Check where tack.lock comes from, and remove the entry."];
  return new CliError("validation", `${what} ${oneLine(path)}, which ${oneLine(why)}. Nothing was written.`, {
    resource: path,
    remediation,
  });
}

/** Rejects edits of files that do not belong to the item, or of keys it may not change. */
export function requireAllowedEdits(allowed: AllowedPlaces, path: string, edits: readonly FileEdit[]): void {
  for (const edit of edits) {
    const mode = edit.kind === "write" ? "own" : edit.kind;
    const places = placesWith(allowed, { source: "registry", path, mode });
    if (edit.kind === "write" && edit.executable && !places.some(({ executable }) => executable)) {
      throw refusal("registry", path, "must not be executable");
    }
    for (const { pointer } of edit.kind === "merge" ? edit.entries : []) {
      requireKey(places, { source: "registry", path, key: pointer });
    }
  }
}

/** The same check for lockfile rows, whose files may be deleted. */
export function requireAllowedRow(allowed: AllowedPlaces, { path, mode, keys = [] }: LockedFile): void {
  if (mode === "owned") return void placesWith(allowed, { source: "lock", path, mode: "own" });
  for (const key of keys) {
    const isSection = MARKER.test(key);
    const places = placesWith(allowed, { source: "lock", path, mode: isSection ? "section" : "merge" });
    if (!isSection) requireKey(places, { source: "lock", path, key });
  }
}

const MARKER = /^<!-- tackroom:begin .+ -->$/;

interface Asked {
  readonly source: Source;
  readonly path: string;
}

function placesWith(
  allowed: AllowedPlaces,
  { source, path, mode }: Asked & { readonly mode: InstallPlace["mode"] },
): readonly InstallPlace[] {
  const found = allowed.find(path);
  if (found.length === 0) throw refusal(source, path, notAPlaceOf(allowed.claim));
  const places = found.filter((place) => place.mode === mode);
  if (places.length > 0) return places;
  throw refusal(source, path, "is shared with other settings and can only be changed key by key");
}

function requireKey(places: readonly InstallPlace[], { source, path, key }: Asked & { readonly key: string }): void {
  if (places.some((place) => allowsKey(place, key))) return;
  throw refusal(source, `${key} in ${path}`, "must not be changed by an install");
}
