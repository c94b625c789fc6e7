import type { ErrorCode } from "../errors.js";
import { Type, type TObject } from "typebox";
import { Harnesses, optionalText, text, Version, withoutDefaults, type Properties } from "./fields.js";
import type { ItemKind } from "./item-types.js";

/** What the wire needs to know of one kind of component. Everything that the six have in common is in `endpoints.ts`. */
export interface KindShape {
  readonly kind: ItemKind;
  /** The kind's plural: the first segment of its paths. */
  readonly type: string;
  /** As in "an MCP server". */
  readonly title: string;
  /** Its own text may carry its name and its description. */
  readonly namesItself?: boolean;
  /** Belong to the item, not to a version. */
  readonly itemFields: Properties;
  /** Belong to a version, under the names of a submission. */
  readonly fields: Properties;
  /** Looked at when an item is submitted, and not kept. */
  readonly submitOnly: Properties;
  /** The body that submits a new version. */
  readonly release: TObject;
  /** What the service adds to a detail, and to a summary. */
  readonly detailFields: Properties;
  readonly summaryFields: Properties;
  readonly filters: Properties;
  readonly install: Properties;
  readonly installReply: Properties;
  /** Further words for an install, as in `/agents/{id}/pull`. */
  readonly installAlias?: string;
  readonly componentErrors?: readonly ErrorCode[];
  readonly deleteErrors?: readonly ErrorCode[];
  readonly installErrors?: readonly ErrorCode[];
  readonly reviewErrors?: readonly ErrorCode[];
}

export function defineKind<const K extends KindShape>(shape: K): K {
  return shape;
}

/** A new version of a component is a copy of the current one, overlaid with `extra`. */
export function releaseOf<const P extends Properties>(fields: P) {
  return Type.Object({
    version: Version,
    description: text(5000),
    changelog: optionalText(20_000),
    supported_harnesses: Type.Optional(Harnesses),
    extra: Type.Optional(Type.Object(partial(fields), { additionalProperties: false })),
  });
}

/** All members optional, and none with a default. */
export function partial<P extends Properties>(properties: P) {
  return Type.Partial(Type.Object({ ...withoutDefaults(properties) })).properties;
}
