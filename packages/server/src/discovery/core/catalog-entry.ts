import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import { itemIdentifier, readIdentifier } from "./identifier.js";

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const texts = (maxItems: number, maxLength: number) => Type.Optional(Type.Array(text(maxLength), { maxItems }));

/** As ARD has it, without what a reader has no use for; its members are all that is kept of what was sent. */
const TRUST_MANIFEST = Type.Object({
  identity: text(500),
  identityType: Type.Optional(Type.Enum(["spiffe", "did", "https", "other"])),
});

const MEMBERS = {
  identifier: Type.String({ maxLength: 300, pattern: "^urn:air?:[a-zA-Z0-9.-]{1,253}(:[a-zA-Z0-9._-]+)+$" }),
  displayName: text(200),
  type: Type.String({ maxLength: 200, pattern: "^[a-zA-Z0-9.+-]+/[a-zA-Z0-9.+-]+(\\s*;.*)?$" }),
  url: Type.Optional(text(2048)),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  tags: texts(50, 100),
  capabilities: texts(200, 200),
  representativeQueries: Type.Optional(Type.Array(text(500), { minItems: 2, maxItems: 5 })),
  version: Type.Optional(text(100)),
  updatedAt: Type.Optional(Type.String({ maxLength: 64, format: "date-time" })),
  trustManifest: Type.Optional(TRUST_MANIFEST),
};

const CatalogEntry = Type.Object(MEMBERS);

/** What another publisher or registry says of one thing, as far as we keep it. */
export type CatalogEntry = Static<typeof CatalogEntry>;

const SHAPE = Compile(CatalogEntry);

/** Whole documents belong behind a url. */
const MAX_DATA_LENGTH = 64 * 1024;

export type ReadEntry = { readonly entry: CatalogEntry } | { readonly reason: string };

/** Takes from a value what an entry has, and nothing else; or says why it is none. */
export function readCatalogEntry(value: unknown): ReadEntry {
  if (!SHAPE.Check(value)) return { reason: shapeProblem(value) };
  if ((value.url === undefined) === (value.data === undefined)) return { reason: "must have either url or data" };
  if (value.url !== undefined && !isWebAddress(value.url)) {
    return { reason: "url must start with https:// or http://, and must not contain a username or password" };
  }
  if (JSON.stringify(value.data ?? null).length > MAX_DATA_LENGTH) return { reason: "data is larger than 64 KiB" };
  const kept = Object.fromEntries(
    Object.entries(value).filter(([name, member]) => Object.hasOwn(MEMBERS, name) && member !== undefined),
  ) as CatalogEntry;
  const { trustManifest } = kept;
  return {
    entry: {
      ...kept,
      identifier: usualIdentifier(kept.identifier),
      ...(trustManifest ? { trustManifest: withoutMore(trustManifest) } : {}),
    },
  };
}

const withoutMore = ({ identity, identityType }: Static<typeof TRUST_MANIFEST>): Static<typeof TRUST_MANIFEST> => ({
  identity,
  ...(identityType ? { identityType } : {}),
});

function shapeProblem(value: unknown): string {
  const [first] = SHAPE.Errors(value);
  const path = first?.instancePath.slice(1).replaceAll("/", ".") ?? "";
  return `${path === "" ? "it" : path} ${first?.message ?? "is not a valid entry"}`;
}

function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) && !/[\s\\]/.test(address) ? new URL(address) : undefined;
  return (url?.protocol === "https:" || url?.protocol === "http:") && url.username === "" && url.password === "";
}

/** In the spelling that questions for it are read in. */
export function usualIdentifier(identifier: string): string {
  const named = readIdentifier(identifier);
  if (!named) return identifier;
  return named.is === "item" ? itemIdentifier(named.publisher, named.kind, named.id) : named.identifier;
}

/** The domain that an identifier belongs to. */
export const domainOf = (identifier: string): string => readIdentifier(identifier)?.publisher ?? "";
