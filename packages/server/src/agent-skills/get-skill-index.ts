import { shorten } from "@tackroom/contract/shorten";
import { SKILLS_SCHEMA, type SkillIndex } from "@tackroom/contract";
import { requireCatalogue, type SurfaceContext } from "../feeds/index.js";
import type { AgentSkillsDeps } from "./agent-skills-deps.js";
import { fileNameOf, isArchive } from "./skill-files.js";
import type { ShelvedSkill } from "./shelves.js";

const MAX_DESCRIPTION = 1024;

/** `GET /.well-known/agent-skills/index.json` */
export async function getSkillIndex(
  { catalogueOf, shelves }: AgentSkillsDeps,
  context: SurfaceContext,
): Promise<SkillIndex> {
  const { skills } = await shelves.of(await requireCatalogue(catalogueOf, "agent_skills", context));
  return { $schema: SKILLS_SCHEMA, skills: skills.map(entryOf) };
}

function entryOf({ name, namespace, slug, version }: ShelvedSkill): SkillIndex["skills"][number] {
  return {
    name,
    type: isArchive(version.media_type) ? "archive" : "skill-md",
    description: describe(version),
    // Relative, so that it is under the same secret address; with the version, so that its bytes never change.
    url: `${namespace}/${slug}/${version.version}/${fileNameOf(version.media_type)}`,
    digest: version.digest,
  };
}

/** Clients leave out skills without a description, and those with a longer one. */
export function describe({ description, name }: ShelvedSkill["version"]): string {
  return shorten(description.trim() || name, MAX_DESCRIPTION);
}
