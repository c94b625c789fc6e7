import { renderAgent, type AgentDefinition, type HarnessId, type McpServer, type Scope } from "@tackroom/harness";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { lockOf } from "./agent-lock.js";
import { pinsOf } from "./component-store.js";
import { recordOf, recordsOf, textOf, textsOf, type Fields } from "./core/fields.js";
import { notFound, qualifiedName } from "./find-item.js";
import { describeFollowed, followLock, type Followed } from "./follow-lock.js";
import { warningsOf } from "./installable-version.js";
import type { Installed } from "./install-events.js";
import type { Item } from "./item-store.js";
import { handlerOf, platformOf } from "./kinds/hook.js";
import type { Installable, Installation } from "./kinds/index.js";
import { serverOf } from "./kinds/mcp.js";
import { templateOf } from "./kinds/prompt.js";
import { runtimeOf } from "./kinds/sandbox.js";
import { filesOf } from "./kinds/skill.js";
import type { Version } from "./version-store.js";
import type { Viewer } from "./viewer-store.js";

export interface InstalledAgent {
  readonly item: Item;
  readonly version: Version;
  readonly harness: HarnessId;
}

/** `POST /agents/{id}/pull`: the agent and every component, each at the version that it pins. */
export async function installAgent(
  db: Db,
  viewer: Viewer,
  { item, version, harness }: InstalledAgent,
  request: Fields,
): Promise<{ installation: Installation; components: Installed[] }> {
  const pins = await pinsOf(db, viewer, [version.id]);
  if (pins.some(({ is_visible }) => !is_visible)) throw notFound("agent", item.id);
  const lock = await lockOf(db, viewer, item, version);
  const followed = await followLock(db, pins);
  if (request["strict"] === true && followed.problems.length > 0) {
    throw new ServiceError(
      "lock_problems",
      `${qualifiedName(item)} ${version.version} cannot be installed as it was locked.`,
      {
        extra: { problems: followed.problems },
      },
    );
  }
  const definition = definitionOf({ item, version, harness }, followed.followed, request);
  const options = recordOf(request, "options");
  const rendered = renderAgent(harness, definition, {
    ...scopeOf(options),
    ...platformOf(textOf(request, "platform")),
  });
  return {
    installation: {
      config_snippet: { ...rendered.snippet, ...skillComponents(followed.followed) },
      warnings: [
        ...followed.problems.map(({ reason }) => `${reason}.`),
        ...followed.followed.flatMap(({ pin, version: each }) => warningsOf(pin, each)),
        ...rendered.warnings,
      ],
      more: { agent_id: item.id, lock: describeFollowed(followed, lock.digest) },
    },
    components: followed.followed.map(({ pin, version: each }) => ({
      item: { id: pin.component_id, kind: pin.kind },
      version: each,
      harness,
    })),
  };
}

function definitionOf(
  { item, version, harness }: InstalledAgent,
  followed: readonly Followed[],
  request: Fields,
): AgentDefinition {
  const options = recordOf(request, "options");
  const { fields } = version;
  const model =
    textOf(options, "model") ?? textOf(recordOf(fields, "models_by_harness"), harness) ?? textOf(fields, "model_name");
  const color = textOf(options, "color");
  const parts = (kind: string) => followed.filter(({ pin }) => pin.kind === kind).map(partOf);
  const prompts = parts("prompt").map(({ part }) => templateOf(part));
  return {
    id: item.id,
    name: textOf(options, "local_name") ?? item.slug,
    description: version.description,
    // An agent without words of its own speaks those of its prompt components.
    prompt: textOf(fields, "prompt") || prompts.map(({ template }) => template).join("\n\n"),
    ...(model === undefined ? {} : { model }),
    ...(options["tools"] === undefined ? {} : { tools: [...textsOf(options, "tools")] }),
    ...(color === undefined ? {} : { color }),
    mcpServers: [
      ...parts("mcp").map(({ part, override }) =>
        serverOf(part, {
          name: textOf(override, "local_name") ?? part.slug,
          env: { ...recordOf(override, "env"), ...recordOf(recordOf(request, "env_values"), part.id) },
          headers: recordOf(recordOf(request, "header_values"), part.id),
        }),
      ),
      ...recordsOf(fields, "external_mcps").map(externalServer),
    ],
    skills: parts("skill").map(({ part }) => filesOf(part, part.slug)),
    hooks: parts("hook").map(({ part }) => handlerOf(part)),
    prompts,
    sandboxes: parts("sandbox").map(({ part }) => runtimeOf(part)),
  };
}

function partOf({ pin, version }: Followed): { readonly part: Installable; readonly override: Fields } {
  const { component_id: id, slug, name } = pin;
  const part = {
    id,
    slug,
    name,
    version: version.version,
    description: version.description,
    fields: version.fields,
    itemFields: {},
  };
  return { part, override: pin.config_override ?? {} };
}

function externalServer(entry: Fields): McpServer {
  const url = textOf(entry, "url");
  return {
    name: textOf(entry, "name") ?? "",
    transport: url ? "streamable-http" : "stdio",
    command: url ? [] : [textOf(entry, "command") ?? "npx", ...textsOf(entry, "args")],
    ...(url ? { url } : {}),
    env: Object.entries(recordOf(entry, "env")).map(([name, value]) =>
      value === "" ? { name } : { name, value: String(value) },
    ),
    headers: [],
    autoApprove: [],
  };
}

/** What a client needs to fetch the skills that live in a repository. */
function skillComponents(followed: readonly Followed[]): Fields {
  const skills = followed.filter(({ pin }) => pin.kind === "skill");
  if (skills.length === 0) return {};
  return {
    skill_components: skills.map(({ pin, version }) => ({
      git_ref: "main",
      ...version.fields,
      id: pin.component_id,
      name: pin.slug,
      description: version.description,
      version: version.version,
    })),
  };
}

const scopeOf = ({ scope }: Fields): { readonly scope?: Scope } =>
  scope === "user" || scope === "project" ? { scope } : {};
