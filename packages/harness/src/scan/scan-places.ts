import type { Harness, HookEntry } from "../harness.js";
import { HARNESSES, type HarnessId } from "../harnesses.js";
import type { AgentDefinition, Platform, Scope } from "../neutral.js";
import { placeIn } from "../render/names.js";
import type { FoundType, HookShape, ScannedMachine, ScanPlace } from "./found.js";
import { movedPath } from "./moved-path.js";
import type { FurtherPlace } from "./scan-row.js";
import { SCAN_ROWS } from "./scan-rows.js";

/** Where a harness keeps components on a machine: what installs write, and what else it reads. */
export function scanPlaces(id: HarnessId, machine: ScannedMachine): ScanPlace[] {
  const harness: Harness = HARNESSES[id];
  const { places, hooks } = SCAN_ROWS[id];
  const written = (["user", "project"] as const).flatMap((scope) => writtenPlaces(harness, scope, machine.platform));
  const further = places.map((place) => placeOn(place, machine));
  // The further ones first: they may say more about the same place.
  const all = [...further, ...written].map((place) => ({
    ...place,
    pattern: movedPath(id, place.pattern, machine),
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
    pattern: typeof pattern === "function" ? pattern(platform) : pattern,
    ...(members && { members: typeof members === "function" ? members(project) : members }),
  };
}

/** What is rendered under this name tells where everything of that kind is. */
const PROBE = "tackroom-probe";
const PROBE_AGENT: AgentDefinition = {
  id: PROBE,
  name: PROBE,
  description: "",
  prompt: "",
  mcpServers: [],
  skills: [],
  hooks: [],
  prompts: [],
  sandboxes: [],
};

function writtenPlaces(harness: Harness, scope: Scope, platform: Platform): ScanPlace[] {
  const server = placeIn(harness.mcp.places, scope, platform);
  const skills = placeIn(harness.skills, scope, platform);
  const prompts = harness.prompts && placeIn(harness.prompts.places, scope, platform);
  const prompt = prompts && `${prompts}/${harness.prompts?.filename(PROBE) ?? ""}`;
  const place = (type: FoundType, path: string, more: Partial<ScanPlace> = {}): ScanPlace => ({
    type,
    scope,
    pattern: path.replaceAll(PROBE, "*"),
    ...more,
  });
  return [
    ...(server === undefined ? [] : [place("mcps", server, { members: [[harness.mcp.rootKey]] })]),
    ...(skills === undefined ? [] : [place("skills", `${skills}/*/SKILL.md`)]),
    ...agentPaths(harness, scope).map((path) => place("agents", path)),
    // A prompt, or an agent, that is installed as a skill is found as one.
    ...(prompt === undefined || prompt.endsWith("/SKILL.md") ? [] : [place("prompts", prompt)]),
    ...hookPaths(harness, scope, platform).map(([path, hooks]) => place("hooks", path, hooks && { hooks })),
  ];
}

function agentPaths({ agents }: Harness, scope: Scope): string[] {
  const rendered = agents.render(PROBE_AGENT, { scope, serverNames: [], skillNames: [], hooks: {} });
  return [rendered.profile, ...(rendered.otherProfiles ?? [])]
    .filter(({ path, merge }) => merge === undefined && !path.endsWith("/SKILL.md"))
    .map(({ path }) => path);
}

function hookPaths({ id, hooks }: Harness, scope: Scope, platform: Platform): [path: string, shape?: HookShape][] {
  const place = { scope, platform, name: PROBE };
  if (hooks.kind === "none") {
    const plugin = hooks.sessionPlugin?.(place).path;
    return plugin === undefined ? [] : [[plugin.replace(/[^/]+(?=\.\w+$)/, PROBE), "code"]];
  }
  const [event = ""] = Object.values(hooks.events).flat();
  const action = { type: "command", command: PROBE, args: [], background: false } as const;
  const entry: HookEntry = { owner: PROBE, event, action };
  const { config, files } = hooks.render([entry], place);
  if (config !== undefined) return [[config.path]];
  // Programs are named after the event.
  const isProgram = SCAN_ROWS[id as HarnessId].hooks === "programs";
  return files.map(({ path }) => [isProgram ? path.replace(/[^/]+$/, PROBE) : path]);
}
