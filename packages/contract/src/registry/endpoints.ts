import { draftEndpoints } from "./draft-endpoints.js";
import { itemEndpoints } from "./item-endpoints.js";
import type { KindShape } from "./kind.js";
import { ownershipEndpoints } from "./ownership-endpoints.js";
import { shapesOf } from "./shapes.js";
import { versionEndpoints } from "./version-endpoints.js";

/** The endpoints that every kind has, with its own fields in them. */
export function registryEndpoints<const K extends KindShape>(kind: K) {
  const shapes = shapesOf(kind);
  return {
    ...itemEndpoints(kind, shapes),
    ...draftEndpoints(kind, shapes),
    ...versionEndpoints(kind),
    ...ownershipEndpoints(kind),
  };
}
