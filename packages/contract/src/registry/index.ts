import { registryEndpoints } from "./endpoints.js";
import type { KindShape } from "./kind.js";
import { ITEM_TYPES, KINDS, type ItemType } from "./kinds.js";

export * from "./agents.js";
export * from "./all-items.js";
export * from "./import.js";
export * from "./item.js";
export * from "./kind.js";
export * from "./kinds.js";
export * from "./kinds/agent.js";
export * from "./kinds/hook.js";
export * from "./kinds/mcp.js";
export * from "./kinds/prompt.js";
export * from "./kinds/sandbox.js";
export * from "./kinds/skill.js";
export * from "./lock.js";
export * from "./mine.js";
export * from "./names.js";
export * from "./prompts.js";
export * from "./registry-list.js";
export * from "./scan.js";
export { WHOLE_LIST_ROWS } from "./shapes.js";
export * from "./slug.js";

type EndpointsOf<T extends ItemType> = ReturnType<typeof registryEndpoints<(typeof KINDS)[T]>>;

/** The endpoints of any kind, as far as all kinds have them in common. */
export type KindEndpoints = ReturnType<typeof registryEndpoints<KindShape>>;

/** The endpoints that all kinds have, by kind: `REGISTRY.mcps.submitItem`. */
export const REGISTRY = Object.fromEntries(ITEM_TYPES.map((type) => [type, registryEndpoints(KINDS[type])])) as {
  readonly [T in ItemType]: EndpointsOf<T>;
};
