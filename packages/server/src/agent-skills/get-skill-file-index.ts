import type { SkillFileIndex } from "@tackroom/contract";
import { LRUCache } from "lru-cache";
import { requireCatalogue, type Catalogue, type SurfaceContext } from "../feeds/index.js";
import type { AgentSkillsDeps } from "./agent-skills-deps.js";
import { describe } from "./get-skill-index.js";
import { pathsOf } from "./skill-files.js";

/** Of released versions, which never change. */
const knownPaths = new LRUCache<string, readonly string[]>({ max: 50_000 });
const VERSIONS_AT_ONCE = 500;

/** `GET /.well-known/skills/index.json` */
export async function getSkillFileIndex(
  { catalogueOf, shelves }: AgentSkillsDeps,
  context: SurfaceContext,
): Promise<SkillFileIndex> {
  const catalogue = await requireCatalogue(catalogueOf, "opencode", context);
  const { skills } = await shelves.of(catalogue);
  const paths = await pathsOfVersions(
    catalogue,
    skills.map(({ version }) => version.id),
  );
  return {
    skills: skills.flatMap(({ name, version }) => {
      const files = paths.get(version.id);
      return files ? [{ name, description: describe(version), version: version.version, files: [...files] }] : [];
    }),
  };
}

async function pathsOfVersions(
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map(ids.flatMap((id) => [[id, knownPaths.get(id)] as const]));
  const missing = ids.filter((id) => found.get(id) === undefined);
  for (let at = 0; at < missing.length; at += VERSIONS_AT_ONCE) {
    for (const row of await catalogue.skillPaths(missing.slice(at, at + VERSIONS_AT_ONCE))) {
      const files = pathsOf(row);
      knownPaths.set(row.version_id, files);
      found.set(row.version_id, files);
    }
  }
  return new Map([...found].flatMap(([id, files]) => (files ? [[id, files] as const] : [])));
}
