import type { Harness, LifecycleEvent } from "./harness.js";
import { HARNESSES, type HarnessId } from "./harnesses.js";
import type { InstallOptions, SkillFiles, SkillListing } from "./neutral.js";
import { ownEntries } from "./render/hook-entries.js";
import { placeIn } from "./render/names.js";
import { placeSkill } from "./render/skill-files.js";
import { present } from "./render/text.js";
import type { SkillRendering } from "./rendering.js";

export interface SkillOptions extends InstallOptions {
  readonly listing?: SkillListing;
}

/** A skill in the folder that the harness reads; every harness that we know reads Agent Skills. */
export function renderSkill(id: HarnessId, skill: SkillFiles, options: SkillOptions = {}): SkillRendering {
  const harness: Harness = HARNESSES[id];
  const scope = options.scope ?? harness.defaultScope;
  const placed = placeSkill(skill, placeIn(harness.skills, scope, options.platform) ?? "");
  const [main] = placed.files;
  const { listing } = options;
  return {
    snippet: present({
      hooks: sessionHooks(harness, options),
      skill: present({ name: skill.name, ...(listing === undefined ? {} : wireListing(listing)) }),
      harness: id,
      ide: id,
      listing_id: listing?.id,
      skills: main === undefined ? undefined : { path: main.path, content: main.content },
    }),
    path: placed.path,
    files: placed.files,
    warnings: [
      ...placed.warnings,
      ...(main === undefined
        ? [`The registry does not store the files of this skill; the client fetches them from git into ${placed.path}.`]
        : []),
    ],
  };
}

function wireListing(listing: SkillListing): Record<string, unknown> {
  return {
    id: listing.id,
    git_url: listing.gitUrl,
    skill_path: listing.skillPath,
    git_ref: listing.gitRef,
    skill_md_content: listing.skillMdContent,
    delivery_mode: listing.deliveryMode,
    script_filename: listing.scriptFilename,
    script_content: listing.scriptContent,
    version: listing.version,
  };
}

const SESSION_BOUNDS: readonly LifecycleEvent[] = ["SessionStart", "SessionEnd"];

/** A skill has no hooks; the beginning and the end of a session tell whether it was there. */
function sessionHooks(harness: Harness, options: InstallOptions): unknown {
  const { hooks: dialect } = harness;
  if (dialect.kind === "none" || dialect.sessionEvents?.length === 0) return {};
  const events = SESSION_BOUNDS.flatMap((event) => dialect.events[event] ?? []);
  const entries = ownEntries(harness, events, { platform: options.platform });
  const place = { scope: options.scope ?? harness.defaultScope, name: "tackroom" };
  return dialect.render(entries, place).snippet["hooks"] ?? {};
}
