import type { GeminiExtensions } from "@tackroom/contract";
import type { SurfaceContext } from "../feeds/index.js";
import type { Feature, IndexedPlugin } from "./core/catalogue-index.js";
import { findPlugins } from "./find-catalogue.js";
import type { SurfaceDeps } from "./marketplace-deps.js";
import { surfaceBase } from "./surface-base.js";

/** `GET /gemini/extensions.json` */
export async function getGeminiExtensions(deps: SurfaceDeps, context: SurfaceContext): Promise<GeminiExtensions> {
  const { plugins } = await findPlugins(deps, "gemini", context);
  const base = surfaceBase(deps, context);
  return plugins.map((plugin, index) => describeExtension(plugin, index + 1, base));
}

function describeExtension(plugin: IndexedPlugin, rank: number, base: string): GeminiExtensions[number] {
  const has = (feature: Feature): boolean => plugin.has.includes(feature);
  return {
    id: plugin.id,
    rank,
    url: `${base}/gemini/${plugin.plugin}.git`,
    fullName: plugin.item,
    repoDescription: plugin.description,
    stars: 0,
    lastUpdated: plugin.released_at,
    extensionName: plugin.plugin,
    extensionVersion: plugin.version,
    extensionDescription: plugin.description,
    avatarUrl: "",
    hasMCP: has("servers"),
    hasContext: false,
    hasHooks: has("hooks"),
    hasSkills: has("skills"),
    hasCustomCommands: has("commands"),
    isGoogleOwned: false,
    licenseKey: "",
  };
}
