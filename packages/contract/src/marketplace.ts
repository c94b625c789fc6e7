import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { inFeed } from "./feeds.js";

const OF_MARKETPLACE = {
  root: true,
  module: "marketplace",
  access: "optional",
  audited: false,
  // A repository holds what its reader sees without what only a role opens to them.
  readsOthers: false,
  params: None,
  query: None,
  body: None,
} as const;

const stream = Type.Unsafe<AsyncIterable<Uint8Array>>(Type.String({ format: "binary" }));

const INFO_REFS = {
  ...OF_MARKETPLACE,
  method: "GET",
  query: Type.Object({ service: Type.Optional(Type.String({ maxLength: 64 })) }),
  reply: stream,
  produces: ["application/x-git-upload-pack-advertisement"],
  errors: ["read_only", "not_found", "not_implemented"],
} as const;

const UPLOAD_PACK = {
  ...OF_MARKETPLACE,
  method: "POST",
  readsOnly: true,
  takesBytes: true,
  takesGzip: true,
  body: Type.Unsafe<Uint8Array>(Type.Unknown()),
  reply: stream,
  produces: ["application/x-git-upload-pack-result"],
  errors: ["not_found", "malformed_request", "not_implemented", "payload_too_large"],
} as const;

const RECEIVE_PACK = {
  ...OF_MARKETPLACE,
  method: "POST",
  readsOnly: true,
  takesBytes: true,
  takesGzip: true,
  body: Type.Unsafe<Uint8Array>(Type.Unknown()),
  reply: None,
  errors: ["read_only"],
} as const;

/** Git over smart HTTP, as `git clone <registry>/marketplace.git` speaks it. */
export const getMarketplaceRefs = endpoint({
  ...INFO_REFS,
  path: "/marketplace.git/info/refs",
  summary: "Advertises the git repository of the catalogue as a marketplace of plugins",
});
export const getMarketplaceRefsInFeed = inFeed(getMarketplaceRefs);

export const fetchMarketplace = endpoint({
  ...UPLOAD_PACK,
  path: "/marketplace.git/git-upload-pack",
  summary: "Answers a git client that clones or fetches the marketplace",
});
export const fetchMarketplaceInFeed = inFeed(fetchMarketplace);

export const pushMarketplace = endpoint({
  ...RECEIVE_PACK,
  path: "/marketplace.git/git-receive-pack",
  summary: "Refuses to be pushed to: the marketplace is made from the catalogue",
});
export const pushMarketplaceInFeed = inFeed(pushMarketplace);

const Plugin = Type.Object({
  name: Type.String(),
  source: Type.Object({
    source: Type.Enum(["git-subdir"]),
    url: Type.String(),
    path: Type.String(),
    sha: Type.String(),
  }),
  description: Type.String(),
  version: Type.String(),
  author: Type.Object({ name: Type.String() }),
  category: Type.String(),
});

export const MarketplaceFile = Type.Object(
  {
    name: Type.String(),
    owner: Type.Object({ name: Type.String() }),
    metadata: Type.Object({ description: Type.String() }),
    plugins: Type.Array(Plugin),
  },
  { $id: "MarketplaceFile" },
);
export type MarketplaceFile = Static<typeof MarketplaceFile>;

export const getMarketplaceFile = endpoint({
  ...OF_MARKETPLACE,
  method: "GET",
  path: "/marketplace.json",
  summary: "Returns the marketplace as one file whose plugins are folders of its git repository",
  reply: MarketplaceFile,
  errors: ["not_found", "not_implemented"],
});
export const getMarketplaceFileInFeed = inFeed(getMarketplaceFile);

export const GeminiExtensions = Type.Array(
  Type.Object({
    id: Type.String(),
    rank: Type.Integer(),
    url: Type.String({ description: "Its git repository" }),
    fullName: Type.String(),
    repoDescription: Type.String(),
    stars: Type.Integer(),
    lastUpdated: Type.String(),
    extensionName: Type.String(),
    extensionVersion: Type.String(),
    extensionDescription: Type.String(),
    avatarUrl: Type.String(),
    hasMCP: Type.Boolean(),
    hasContext: Type.Boolean(),
    hasHooks: Type.Boolean(),
    hasSkills: Type.Boolean(),
    hasCustomCommands: Type.Boolean(),
    isGoogleOwned: Type.Boolean(),
    licenseKey: Type.String(),
  }),
  { $id: "GeminiExtensions" },
);
export type GeminiExtensions = Static<typeof GeminiExtensions>;

export const getGeminiExtensions = endpoint({
  ...OF_MARKETPLACE,
  method: "GET",
  path: "/gemini/extensions.json",
  summary: "Returns the registry file of extensions that Gemini CLI reads",
  reply: GeminiExtensions,
  errors: ["not_found", "not_implemented"],
});
export const getGeminiExtensionsInFeed = inFeed(getGeminiExtensions);

const repository = Type.Object({
  repository: Type.String({ maxLength: 100, description: "<plugin>.git" }),
});

export const getExtensionRefs = endpoint({
  ...INFO_REFS,
  path: "/gemini/:repository/info/refs",
  summary: "Advertises the git repository of an extension of Gemini CLI",
  params: repository,
});
export const getExtensionRefsInFeed = inFeed(getExtensionRefs);

export const fetchExtension = endpoint({
  ...UPLOAD_PACK,
  path: "/gemini/:repository/git-upload-pack",
  summary: "Answers a git client that clones or fetches an extension of Gemini CLI",
  params: repository,
});
export const fetchExtensionInFeed = inFeed(fetchExtension);

export const pushExtension = endpoint({
  ...RECEIVE_PACK,
  path: "/gemini/:repository/git-receive-pack",
  summary: "Refuses to be pushed to: an extension is made from an approved version",
  params: repository,
});
export const pushExtensionInFeed = inFeed(pushExtension);
