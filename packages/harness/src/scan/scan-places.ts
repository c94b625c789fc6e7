import type { Harness } from "../harness.js";
import { HARNESSES, type HarnessId } from "../harnesses.js";
import { pathOn } from "../home-path.js";
import type { Platform, Scope } from "../neutral.js";
import { NAME, placeIn } from "../render/names.js";
import type { FoundType, HookShape, ScannedMachine, ScanPlace } from "./found.js";
import { movedPath } from "./moved-path.js";
import type { FurtherPlace } from "./scan-facts.js";

/** Where a harness keeps components on a machine: what installs write, and what else it reads. */
export function scanPlaces(id: HarnessId, machine: ScannedMachine): ScanPlace[] {
  const harness: Harness = HARNESSES[id];
  const { places, hooks } = harness.scan;
  const written = (["user", "project"] as const).flatMap((scope) => writtenPlaces(harness, scope, machine.platform));
  const further = places.map((place) => placeOn(place, machine));
  // The further ones first: they may say more about the same place.
  const all = [...further, ...written].map((place) => ({
    ...place,
    pattern: movedPath(harness, place.pattern, machine),
    ...(place.type === "hooks" && { hooks: place.hooks ?? hooks ?? "document" }),
  }));
  return all.filter((place, at) => all.findIndex((other) => samePlace(place, other)) === at);
}

const samePlace = (a: ScanPlace, b: ScanPlace): boolean => placeKey(a) === placeKey(b);

/** The same for two harnesses that read the same place in the same way. */
export function placeKey({ type, pattern, members = [], isBareMap = false, hooks = "document" }: ScanPlace): string {
  return JSON.stringify([type, pattern, members, isBareMap, hooks]);
}

function placeOn(place: FurtherPlace, { platform, project }: ScannedMachine): ScanPlace {
  const { pattern, members, ...rest } = place;
  return {
    ...rest,
    pattern: pathOn(pattern, platform),
    ...(members && { members: typeof members === "function" ? members(project) : members }),
  };
}

function writtenPlaces(harness: Harness, scope: Scope, platform: Platform): ScanPlace[] {
  const server = placeIn(harness.mcp.places, scope, platform);
  const skills = placeIn(harness.skills, scope, platform);
  const prompts = harness.prompts && placeIn(harness.prompts.places, scope, platform);
  const prompt = prompts && `${prompts}/${harness.prompts?.filename(NAME) ?? ""}`;
  const place = (type: FoundType, path: string, more: Partial<ScanPlace> = {}): ScanPlace => ({
    type,
    scope,
    pattern: path.replaceAll(NAME, "*"),
    ...more,
  });
  return [
    ...(server === undefined ? [] : [place("mcps", server, { members: [[harness.mcp.rootKey]] })]),
    ...(skills === undefined ? [] : [place("skills", `${skills}/*/SKILL.md`)]),
    ...agentPaths(harness, scope, platform).map((path) => place("agents", path)),
    // A prompt, or an agent, that is installed as a skill is found as one.
    ...(prompt === undefined || prompt.endsWith("/SKILL.md") ? [] : [place("prompts", prompt)]),
    ...hookPaths(harness, scope, platform).map(([path, hooks]) => place("hooks", path, hooks && { hooks })),
  ];
}

function agentPaths({ agents }: Harness, scope: Scope, platform: Platform): string[] {
  if (agents.sectionIn === scope) return [];
  return [agents.places, agents.otherPlaces]
    .flatMap((places) => (places && placeIn(places, scope, platform)) ?? [])
    .filter((path) => !path.endsWith("/SKILL.md"));
}

function hookPaths({ hooks }: Harness, scope: Scope, platform: Platform): [path: string, shape?: HookShape][] {
  if (hooks.kind === "handlers") return [[placeIn(hooks.places, scope, platform) ?? ""]];
  const plugin = hooks.sessionPlugin && placeIn(hooks.sessionPlugin.places, scope, platform);
  // Ours has a name of its own; those of others stand beside it.
  return plugin === undefined ? [] : [[plugin.replace(/(?<![^/])[^/]+(?=\.\w+$)/, NAME), "code"]];
}
