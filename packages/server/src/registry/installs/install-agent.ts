import { roleSuffices, type ComponentKind } from "@tackroom/contract";
import {
  definitionOf,
  placeNotes,
  renderAgent,
  serverWarnings,
  type AgentNotes,
  type ComponentOfAgent,
  type FileToWrite,
  type HarnessId,
  type Scope,
} from "@tackroom/harness";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { lockOf } from "../agents/agent-lock.js";
import { pinsOf } from "../stores/component-store.js";
import { recordOf, textOf, type Fields } from "../core/fields.js";
import { notFound, qualifiedName } from "../access/find-item.js";
import { withDigests } from "../digest.js";
import { describeFollowed, followLock, type Followed } from "../agents/follow-lock.js";
import { installableOf, warningsOf } from "./installable-version.js";
import type { Installed } from "./install-events.js";
import type { Item } from "../stores/item-store.js";
import { platformOf } from "../kinds/hook.js";
import type { Installation } from "../kinds/index.js";
import type { Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

export interface InstalledAgent {
  readonly item: Item;
  readonly version: Version;
  readonly harness: HarnessId;
  readonly notes: AgentNotes;
}

/** `POST /agents/{id}/pull`: the agent and every component, each at the version that it pins. */
export async function installAgent(
  db: Db,
  viewer: Viewer,
  { item, version, harness, notes }: InstalledAgent,
  request: Fields,
): Promise<{ installation: Installation; components: Installed[] }> {
  const pins = await pinsOf(db, viewer, [version.id]);
  if (pins.some(({ is_visible }) => !is_visible)) throw notFound("agent", item.id);
  const lock = await lockOf(db, viewer, item, version);
  const followed = await followLock(db, pins);
  if (request["strict"] === true && followed.problems.length > 0) {
    throw new ServiceError(
      "lock_problems",
      `${qualifiedName(item)} ${version.version} cannot be installed as locked.`,
      {
        extra: { problems: followed.problems },
      },
    );
  }
  const components = followed.followed.map(componentOf);
  const definition = definitionOf({ agent: installableOf(version), components }, harness, request);
  const options = recordOf(request, "options");
  const where = { ...scopeOf(options), ...platformOf(textOf(request, "platform")) };
  const rendered = renderAgent(harness, definition, where);
  const noted = placeNotes(harness, definition, notes, where);
  return {
    installation: {
      config_snippet: {
        ...rendered.snippet,
        ...skillFiles(rendered.snippet, noted.files),
        ...skillComponents(followed.followed),
      },
      warnings: [
        ...followed.problems.map(({ reason }) => `${reason}.`),
        ...followed.followed.flatMap(({ pin, version: each }) => warningsOf(pin, each)),
        ...rendered.warnings,
        ...serverWarnings(definition.mcpServers),
        ...unplacedWarnings(noted.unplaced, viewer),
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

function componentOf({ pin, version }: Followed): ComponentOfAgent {
  return {
    // Nothing else can be pinned.
    kind: pin.kind as ComponentKind,
    version: installableOf(version),
    override: pin.config_override ?? {},
  };
}

function skillFiles({ skills }: Fields, more: readonly FileToWrite[]): Fields {
  const files = [...(Array.isArray(skills) ? (skills as FileToWrite[]) : []), ...more];
  return files.length === 0 ? {} : { skills: withDigests(files) };
}

/** Who else installs the agent must not learn that something was to be planted. */
function unplacedWarnings(unplaced: readonly string[], { role }: Viewer): string[] {
  if (role === null || !roleSuffices(role, "admin")) return [];
  return unplaced.map(
    (point) =>
      `Canaries with the injection point "${point}" are not planted: the agent has no ${point} component to put them beside.`,
  );
}

/** What a client needs to fetch the skills that live in a repository. */
function skillComponents(followed: readonly Followed[]): Fields {
  const skills = followed.filter(({ pin }) => pin.kind === "skill");
  if (skills.length === 0) return {};
  return {
    skill_components: skills.map(({ pin, version }) => ({
      git_ref: "main",
      ...withoutFiles(version.fields),
      id: pin.component_id,
      name: version.slug,
      description: version.description,
      version: version.version,
    })),
  };
}

/** They stand among `skills`, at their places; fonts and images would be sent twice. */
const withoutFiles = ({ files: _files, ...fields }: Fields): Fields => fields;

const scopeOf = ({ scope }: Fields): { readonly scope?: Scope } =>
  scope === "user" || scope === "project" ? { scope } : {};
