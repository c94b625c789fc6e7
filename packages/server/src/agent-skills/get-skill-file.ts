import { requireCatalogue, type SurfaceContext } from "../feeds/index.js";
import type { Answer } from "../platform/http/index.js";
import { digestOf, findVersionsByIds } from "../registry/index.js";
import type { AgentSkillsDeps } from "./agent-skills-deps.js";
import { answerTagged } from "./answer.js";
import { noSuchSkill } from "./no-such-skill.js";
import { fileOf } from "./skill-files.js";

/** `GET /.well-known/skills/{name}/{path}`: what an install writes there. */
export async function getSkillFile(
  { db, catalogueOf, shelves }: AgentSkillsDeps,
  { name, path }: { readonly name: string; readonly path: string },
  context: SurfaceContext,
): Promise<Answer<Uint8Array>> {
  const catalogue = await requireCatalogue(catalogueOf, "opencode", context);
  const skill = (await shelves.of(catalogue)).byName.get(name);
  // The shelf says which versions may be seen; a version by itself is not asked for that.
  const [version] = skill ? await findVersionsByIds(db, [skill.version.id]) : [];
  const bytes = version && fileOf(version, version.item_id, path);
  if (!bytes) throw noSuchSkill();
  return answerTagged<Uint8Array>(bytes, digestOf(bytes).replace(/^sha256:/, ""), context.call, {
    "content-type": path.endsWith(".md") ? "text/markdown; charset=utf-8" : "application/octet-stream",
  });
}
