import { Type, type Static } from "typebox";
import { moment, nullable } from "../registry/fields.js";
import { ITEM_STATUSES, VISIBILITIES } from "../registry/item.js";
import { ITEM_KINDS } from "../registry/kinds.js";

export const AVAILABILITIES = [
  "archived",
  "not-approved",
  "unsupported-in-harness",
  "explicit-install",
  "now",
  "next-session",
] as const;
export type Availability = (typeof AVAILABILITIES)[number];

const texts = (more: { readonly description?: string } = {}) => Type.Array(Type.String(), { ...more });
const origin = Type.Enum(["declared", "derived"]);

/** What every entry has, of whatever origin; entries of other publishers have nothing else for certain. */
const named = {
  identifier: Type.String({ examples: ["urn:air:tack.example.com:mcp:0190f6c2-5a3e-7cc1-9d1e-5b8f0a6d2c11"] }),
  displayName: Type.String(),
  type: Type.String({ examples: ["application/mcp-server-card+json"] }),
  url: Type.Optional(Type.String({ description: "URL of the artifact" })),
};

const described = {
  "@context": Type.Optional(Type.Record(Type.String(), Type.String())),
  ...named,
  data: Type.Optional(Type.Unknown({ description: "The inline artifact; only for entries of other publishers" })),
  description: Type.Optional(Type.String()),
  tags: Type.Optional(texts()),
  capabilities: Type.Optional(texts()),
  version: Type.Optional(Type.String()),
  updatedAt: Type.Optional(moment),
};

/** What Tackroom adds. Of an entry of another publisher only approval and availability are known. */
const extensions = {
  "obs:kind": Type.Optional(Type.Enum([...ITEM_KINDS, "registry"])),
  "obs:supportedHarnesses": Type.Optional(texts({ description: "Empty means all harnesses" })),
  "obs:nativeRef": Type.Optional(Type.String({ examples: ["ada/github-tools@1.4.0"] })),
  "obs:publisher": Type.Optional(Type.String()),
  "obs:approval": Type.Optional(Type.Enum([...ITEM_STATUSES])),
  "obs:lifecycle": Type.Optional(Type.Enum([...ITEM_STATUSES])),
  "obs:visibility": Type.Optional(Type.Enum([...VISIBILITIES])),
  "obs:artifactDigest": Type.Optional(Type.String()),
  "obs:availability": Type.Optional(Type.Enum([...AVAILABILITIES])),
  "obs:activatable": Type.Optional(
    Type.Boolean({ description: "The item is text that a running session can use immediately" }),
  ),
  "obs:delegable": Type.Optional(Type.Boolean({ description: "The item is an agent that tasks can be delegated to" })),
  "obs:recommended": Type.Optional(
    Type.Boolean({ description: "Rated 4 or higher by at least three users other than its authors" }),
  ),
  "obs:capabilitiesSource": Type.Optional(origin),
  "obs:representativeQueriesSource": Type.Optional(origin),
  "obs:taskType": Type.Optional(Type.String()),
  "obs:deliveryMode": Type.Optional(Type.String()),
  "obs:artifactScope": Type.Optional(Type.Enum(["complete", "preview"])),
  "obs:category": Type.Optional(nullable(Type.String())),
  "obs:transport": Type.Optional(Type.String()),
  "obs:requiresCredentials": Type.Optional(Type.Boolean()),
  "obs:variables": Type.Optional(texts()),
  "obs:event": Type.Optional(Type.String()),
  "obs:handlerType": Type.Optional(Type.String()),
  "obs:runtimeType": Type.Optional(Type.String()),
  "obs:networkPolicy": Type.Optional(Type.String()),
  "obs:componentCount": Type.Optional(Type.Integer()),
  "obs:model": Type.Optional(Type.String()),
};

const trustManifest = Type.Object({ identity: Type.String(), identityType: Type.Enum(["https"]) });

export const ArdEntry = Type.Object(
  {
    ...described,
    representativeQueries: Type.Optional(texts()),
    trustManifest: Type.Optional(Type.Unsafe<Static<typeof trustManifest> | object>(Type.Unknown())),
    ...extensions,
  },
  { $id: "ArdEntry" },
);
export type ArdEntry = Static<typeof ArdEntry>;

export const ArdResult = Type.Object(
  {
    ...described,
    ...extensions,
    score: Type.Integer({ minimum: 1, maximum: 100, description: "Relevance to the query text" }),
    source: Type.String({ description: "Base URL of the registry that returned this result" }),
    matchedOn: Type.Optional(texts({ description: "Matching words of the query" })),
  },
  { $id: "ArdResult" },
);
export type ArdResult = Static<typeof ArdResult>;

export const ArdReferral = Type.Object(named);
export type ArdReferral = Static<typeof ArdReferral>;

export const ArdListItem = Type.Object({
  ...named,
  version: Type.String(),
  description: Type.String(),
  updatedAt: moment,
  "obs:kind": Type.Enum([...ITEM_KINDS]),
  "obs:nativeRef": Type.String(),
  "obs:approval": Type.Enum([...ITEM_STATUSES]),
  "obs:supportedHarnesses": texts(),
  "obs:recommended": Type.Boolean(),
});
export type ArdListItem = Static<typeof ArdListItem>;

export const ArdManifest = Type.Object(
  {
    specVersion: Type.Enum(["1.0"]),
    host: Type.Object({ displayName: Type.String(), identifier: Type.String() }),
    entries: Type.Array(ArdEntry),
  },
  { $id: "ArdManifest" },
);
export type ArdManifest = Static<typeof ArdManifest>;
