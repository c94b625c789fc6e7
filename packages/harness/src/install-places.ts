import type { Harness, Places } from "./harness.js";
import { HARNESSES, type HarnessId } from "./harnesses.js";
import type { Platform, Scope } from "./neutral.js";
import { fillPath, NAME, placeIn, pointerPart } from "./render/names.js";
import { OURS } from "./render/session-hook.js";
import { promptPath } from "./render-prompt.js";

/** The kinds of the registry, as the wire names them. */
export type InstallKind = "mcp" | "agent" | "skill" | "hook" | "prompt" | "sandbox";

export type PlaceRole = "profile" | "mcp" | "hooks" | "script" | "skill" | "prompt" | "plugin" | "source";

/** A file, or a family of files, that an install may write. */
export interface InstallPlace {
  readonly role: PlaceRole;
  /** As a rendering names it; what is in braces stands for one name, a last `**` for everything below. */
  readonly path: string;
  readonly pattern: RegExp;
  /** Ours alone, or shared with the person: then only keys, or a marked section, are ours. */
  readonly mode: "own" | "merge" | "section";
  /** JSON pointers to what may be set, where `mode` is `merge`; `{key}` is one part. */
  readonly keys: readonly string[];
  /** Whether the file may be made a program. */
  readonly executable: boolean;
}

/** Which places each kind needs: an agent brings all the others along. */
const ROLES: Readonly<Record<InstallKind, readonly PlaceRole[]>> = {
  mcp: ["mcp"],
  sandbox: ["mcp"],
  skill: ["skill"],
  hook: ["hooks", "script", "source"],
  prompt: ["prompt"],
  agent: ["profile", "mcp", "hooks", "script", "skill", "prompt", "plugin"],
};

/** Where a client puts what a hook fetches from git, in the project. */
export const hookSourceFolder = (name: string): string => `.tackroom/hooks/${name}`;

const SCOPES: readonly Scope[] = ["project", "user"];
/** All of them: a server that is not told the platform renders for Linux. */
const PLATFORMS: readonly Platform[] = ["linux", "darwin", "windows"];

type Details = Partial<Pick<InstallPlace, "mode" | "keys" | "executable">>;

function placesOf(role: PlaceRole, places: Places, details: Details = {}): InstallPlace[] {
  const paths = SCOPES.flatMap((scope) => PLATFORMS.map((platform) => placeIn(places, scope, platform)));
  return [...new Set(paths)].flatMap((path) => {
    if (path === undefined) return [];
    return [{ role, path, pattern: patternOf(path), mode: "own", keys: [], executable: false, ...details }];
  });
}

function mapPlaces(places: Places, change: (path: string) => string): Places {
  const { project, user } = places;
  return {
    ...(project === undefined ? {} : { project: change(project) }),
    ...(user === undefined ? {} : { user: (platform) => change(placeIn(places, "user", platform) ?? "") }),
  };
}

const below = (places: Places, rest: string): Places => mapPlaces(places, (path) => path + rest);

/** What stands for a part of a path: names as renderers make them, names of ours, and events that have a file each. */
const PARTS: Readonly<Record<string, string>> = {
  [NAME]: "[A-Za-z0-9_][A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]+)*",
  "{own}": `${OURS}(?:-[a-z0-9-]+)?`,
  "{event}": "[A-Za-z]+(?:\\.ps1)?",
};

function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`).replace(/\/\*\*$/, "/.+");
  return new RegExp(`^${literal.replaceAll(/\{[a-z]+\}/g, (part) => PARTS[part] ?? "(?!)")}$`, "s");
}

function mcpPlaces({ mcp }: Harness): InstallPlace[] {
  const lists = (mcp.besideLists ?? []).map((list) => `/${pointerPart(list)}/-`);
  const details: Details = { mode: "merge", keys: [`/${pointerPart(mcp.rootKey)}/{key}`, ...lists] };
  return [...placesOf("mcp", mcp.places, details), ...placesOf("mcp", mcp.otherPlaces ?? {}, details)];
}

/** What the file of servers is called on machines that have it under its other name. */
export function otherMcpFile(id: HarnessId, path: string): string | undefined {
  const { mcp }: Harness = HARNESSES[id];
  const scope = SCOPES.find((each) => placeIn(mcp.places, each) === path);
  return scope === undefined || mcp.otherPlaces === undefined ? undefined : placeIn(mcp.otherPlaces, scope);
}

function hookPlaces({ hooks }: Harness): InstallPlace[] {
  if (hooks.kind === "none") return hooks.sessionPlugin ? placesOf("plugin", hooks.sessionPlugin.places) : [];
  const scripts = Object.fromEntries(SCOPES.map((scope) => [scope, hooks.scripts({ scope, name: "{own}" }).folder]));
  const named = (places: Places): Places =>
    mapPlaces(places, (path) => fillPath(path, hooks.executable ? "{event}" : "{own}"));
  const shared: Details = hooks.keys === undefined ? {} : { mode: "merge", keys: hooks.keys };
  return [
    ...placesOf("hooks", named(hooks.places), { ...shared, executable: hooks.executable === true }),
    ...(hooks.manifest ? placesOf("hooks", named(hooks.manifest)) : []),
    ...placesOf("script", below(scripts, "/{name}/{name}"), { executable: true }),
    ...placesOf("source", { project: `${hookSourceFolder(NAME)}/**` }, { executable: true }),
  ];
}

function promptPlaces({ prompts }: Harness): InstallPlace[] {
  if (prompts === undefined) return [];
  const { config, places } = prompts;
  const keys = config ? [`/${pointerPart(config.list)}/-`] : [];
  return [
    ...placesOf("prompt", below(places, promptPath(prompts, ""))),
    ...(config ? placesOf("prompt", config.places, { mode: "merge", keys }) : []),
  ];
}

function profilePlaces({ agents }: Harness): InstallPlace[] {
  const { places, otherPlaces, sectionIn } = agents;
  const section = sectionIn && placeIn(places, sectionIn);
  return [...placesOf("profile", places), ...(otherPlaces ? placesOf("profile", otherPlaces) : [])].map((place) =>
    place.path === section ? { ...place, mode: "section" } : place,
  );
}

/** Everything that an install of one kind may write for a harness, in both scopes and on every platform. */
export function installPlaces(id: HarnessId, kind: InstallKind): InstallPlace[] {
  const harness: Harness = HARNESSES[id];
  const all = [
    ...profilePlaces(harness),
    ...mcpPlaces(harness),
    ...hookPlaces(harness),
    ...placesOf("skill", below(harness.skills, "/{name}/**"), { executable: true }),
    ...promptPlaces(harness),
  ];
  return all.filter(({ role }) => ROLES[kind].includes(role));
}

/** The places that a path is one of: none when an install must not write it. */
export function findInstallPlaces(places: readonly InstallPlace[], path: string): InstallPlace[] {
  if (path.split("/").some((part) => part === "" || part === "." || part === "..")) return [];
  return places.filter(({ pattern }) => pattern.test(path));
}

/** Whether an install may set what a JSON pointer leads to in a shared file. */
export function allowsKey({ keys }: Pick<InstallPlace, "keys">, pointer: string): boolean {
  const parts = pointer.split("/");
  return keys.some((key) => {
    const wanted = key.split("/");
    return wanted.length === parts.length && wanted.every((part, at) => isPart(part, parts[at] ?? ""));
  });
}

const isPart = (wanted: string, part: string): boolean =>
  wanted === "{key}" ? part !== "" && part !== "-" : wanted === part;
