import { Type, type TSchema } from "typebox";
import { MultiLineText, SingleLineText } from "../text.js";

/** Lengths that keep one item a page in a list and a file on disk, not a place to store things. */
export const text = (maxLength: number, more: object = {}) => Type.String({ maxLength, ...more });
export const someText = (maxLength: number, more: object = {}) => Type.String({ minLength: 1, maxLength, ...more });
export const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
/** What people call things: one line, nothing hidden. */
export const line = (maxLength: number, more: { readonly description?: string } = {}) =>
  SingleLineText({ minLength: 1, maxLength, ...more });
export const optionalLine = (maxLength: number) => Type.Optional(SingleLineText({ maxLength }));
export const optionalRemark = (maxLength: number) => Type.Optional(MultiLineText({ maxLength }));
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const uuid = Type.String({ format: "uuid" });
export const moment = Type.String({ format: "date-time" });
/** JSON that the service keeps and hands on without looking into it. */
export const freeObject = Type.Record(Type.String({ maxLength: 200 }), Type.Unknown());

const NUMBER = "(0|[1-9][0-9]{0,8})";
const PRE_RELEASE = "-[0-9A-Za-z-]+([.][0-9A-Za-z-]+)*";
/** Build metadata is left out: two versions that differ only there would be one to every comparison. */
export const Version = Type.String({
  pattern: `^${NUMBER}[.]${NUMBER}[.]${NUMBER}(${PRE_RELEASE})?$`,
  maxLength: 64,
  examples: ["1.4.0"],
  description: "a semantic version: X.Y.Z, or X.Y.Z-pre",
});
export const StableVersion = Type.String({
  pattern: `^${NUMBER}[.]${NUMBER}[.]${NUMBER}$`,
  examples: ["1.4.0"],
  description: "a version: X.Y.Z",
});

export const GitUrl = Type.String({
  maxLength: 2000,
  pattern: "^(https?://|ssh://|git@)[^\\s]+$",
  description: "the URL of a git repository: https://…, ssh://… or git@…",
});
export const WebUrl = Type.String({
  maxLength: 2000,
  pattern: "^https?://[^\\s]+$",
  description: "a URL that starts with http:// or https://",
});
export const CommitSha = Type.String({ pattern: "^[0-9a-f]{40}$", description: "a full commit id: 40 hex digits" });
export const GitRef = Type.String({ maxLength: 255 });
/** One program name or path, never a line for a shell; what may not be in it is the kind's own check. */
export const Command = Type.String({ minLength: 1, maxLength: 1000 });
export const Arguments = Type.Array(Type.String({ maxLength: 8000 }), { maxItems: 200 });
const Tags = Type.Array(line(100), { maxItems: 50 });
/** Metadata that helps others find the item. It is part of the version, like its description. */
export const discoverable = {
  tags: Type.Optional(Tags),
  capabilities: Type.Optional(
    Type.Array(line(200), {
      maxItems: 24,
      description: "Capabilities as short names, such as summarise-mail",
    }),
  ),
  representative_queries: Type.Optional(
    Type.Array(line(300), {
      minItems: 2,
      maxItems: 5,
      description: "Example requests that this item is relevant to",
    }),
  ),
};
export const Harnesses = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 50,
  description: "Harness IDs; `_` is equivalent to `-`",
});

export type Properties = Readonly<Record<string, TSchema>>;

/** A default would overwrite what a partial change leaves alone. */
export function withoutDefaults<P extends Properties>(properties: P): P {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withoutDefault(schema)])) as P;
}

function withoutDefault({ default: _default, ...schema }: TSchema & { default?: unknown }): TSchema {
  return schema;
}
