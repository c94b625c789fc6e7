import { requireCatalogue, type SurfaceContext } from "../feeds/index.js";
import type { Answer } from "../platform/http/index.js";
import type { AgentSkillsDeps } from "./agent-skills-deps.js";
import { answerTagged } from "./answer.js";
import { fileNameOf } from "./skill-files.js";
import { noSuchSkill } from "./no-such-skill.js";

export interface ArtifactPath {
  readonly namespace: string;
  readonly slug: string;
  readonly version: string;
  readonly file: string;
}

/** `GET /.well-known/agent-skills/{namespace}/{slug}/{version}/{file}`: the bytes that the digest in the index is about. */
export async function getSkillArtifact(
  { catalogueOf }: AgentSkillsDeps,
  { namespace, slug, version: number, file }: ArtifactPath,
  context: SurfaceContext,
): Promise<Answer<Uint8Array>> {
  const catalogue = await requireCatalogue(catalogueOf, "agent_skills", context);
  const item = await catalogue.find({ kind: "skill", namespace, slug });
  const version = item && (await catalogue.version(item.id, number));
  if (!version || fileNameOf(version.media_type) !== file) throw noSuchSkill();
  const content = (await catalogue.contents([version.id])).get(version.id);
  if (!content) throw noSuchSkill();
  const hex = content.digest.replace(/^sha256:/, "");
  return answerTagged(content.bytes, hex, context.call, {
    "content-type": content.media_type,
    "x-artifact-digest": content.digest,
  });
}
