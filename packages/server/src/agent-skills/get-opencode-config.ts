import type { OpencodeConfig } from "@tackroom/contract";
import { publisherOf } from "../discovery/index.js";
import { requireCatalogue, type SurfaceContext } from "../feeds/index.js";
import type { AgentSkillsDeps } from "./agent-skills-deps.js";

/** `GET /.well-known/opencode` */
export async function getOpencodeConfig(
  { settings, catalogueOf }: AgentSkillsDeps,
  context: SurfaceContext,
): Promise<OpencodeConfig> {
  await requireCatalogue(catalogueOf, "opencode", context);
  const base = publisherOf(settings).baseUrl + (context.token === undefined ? "" : `/c/${context.token}`);
  return {
    config: { $schema: "https://opencode.ai/config.json", skills: { urls: [`${base}/.well-known/skills/`] } },
  };
}
