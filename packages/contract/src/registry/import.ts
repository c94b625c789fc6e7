import { Type, type Static } from "typebox";
import { endpoint, None } from "../endpoint.js";
import { freeObject, line, moment, nullable, uuid } from "./fields.js";
import { SOURCE, VERSION_STATUSES, VISIBILITIES } from "./item.js";
import { ITEM_KINDS } from "./kinds.js";
import { WholeListPage } from "./shapes.js";

/** The import that a submission belongs to. */
export const ImportBatch = Type.Object({ id: uuid, ...SOURCE }, { description: "The import it was submitted by" });
export type ImportBatch = Static<typeof ImportBatch>;

const Repository = Type.String({
  maxLength: 2000,
  pattern: "^(https?://[^\\s@/]+(/\\S*)?|ssh://\\S+|git@\\S+|folder:[^\\s/][^/]*)$",
  description: "an address of a git repository without credentials, or folder:<name>",
});
const Commit = Type.String({
  pattern: "^[0-9a-f]{40}([0-9a-f]{24})?$",
  description: "a full commit id: 40 or 64 hex digits",
});
const Tags = Type.Array(line(100), { maxItems: 20, default: [] });

/** So that one request cannot hold the server for long; a client sends several. */
export const MAX_IMPORTED_AT_ONCE = 50;

/** Looked at one by one, so that a bad one does not spoil the rest: the members of a payload are free here. */
const ImportedEntry = Type.Object({
  type: Type.Enum([...ITEM_KINDS]),
  path: Type.String({ minLength: 1, maxLength: 2000 }),
  payload: Type.Unsafe<Record<string, unknown>>({
    ...freeObject,
    description: "As for a submission of that kind; without a version it gets the next patch number",
  }),
});

export const ImportBody = Type.Object({
  repository: Repository,
  commit: Type.Optional(Commit),
  team_id: Type.Optional(uuid),
  visibility: Type.Enum([...VISIBILITIES], { default: "public" }),
  tags: { ...Tags, description: "Added to the tags of every item" } as typeof Tags,
  only: {
    ...Tags,
    description: "Kinds and path patterns that the import is limited to; kept for the next import of this source",
  } as typeof Tags,
  items: Type.Array(ImportedEntry, { minItems: 1, maxItems: MAX_IMPORTED_AT_ONCE }),
});
export type ImportBody = Static<typeof ImportBody>;

export const ImportResult = Type.Object(
  {
    type: Type.Enum([...ITEM_KINDS]),
    path: Type.String(),
    name: Type.String(),
    status: Type.Enum(["new", "changed", "unchanged", "refused"]),
    id: nullable(uuid),
    qualified_name: nullable(Type.String()),
    version: nullable(Type.String({ description: "The version that is submitted, or that has this content" })),
    error: nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
  },
  { $id: "ImportResult" },
);
export type ImportResult = Static<typeof ImportResult>;

const OF_CALLER = { module: "registry", access: "user", params: None } as const;
const Results = Type.Array(ImportResult);

export const importItems = endpoint({
  ...OF_CALLER,
  method: "POST",
  path: "/import",
  summary: "Submits items found in a source, each on its own; what was submitted before is left as it is",
  audited: { action: "registry.import", resource: "item", sensitivity: "low", calls: "by_reviewers" },
  query: None,
  takesGzip: true,
  body: ImportBody,
  reply: Type.Object({ batch_id: nullable(uuid), results: Results }),
  errors: ["validation_failed"],
});

export const planImport = endpoint({
  ...OF_CALLER,
  method: "POST",
  path: "/import/plan",
  summary: "Tells what an import of these items would do, without doing it",
  audited: false,
  readsOthers: false,
  query: None,
  takesGzip: true,
  body: ImportBody,
  reply: Type.Object({ results: Results }),
  errors: ["validation_failed"],
});

export const ImportSource = Type.Object(
  {
    ...SOURCE,
    team_id: nullable(uuid),
    visibility: Type.Enum([...VISIBILITIES]),
    tags: Type.Array(Type.String()),
    only: Type.Array(Type.String()),
    imported_at: moment,
  },
  { $id: "ImportSource" },
);
export type ImportSource = Static<typeof ImportSource>;

export const listMyImports = endpoint({
  ...OF_CALLER,
  method: "GET",
  path: "/me/imports",
  summary: "Lists the sources that the caller imported, each as it was imported last, newest first; at most 1,000",
  audited: false,
  readsOthers: false,
  query: None,
  body: None,
  reply: Type.Array(ImportSource),
  errors: [],
});

export const ImportedItem = Type.Object(
  {
    type: Type.Enum([...ITEM_KINDS]),
    id: uuid,
    name: Type.String(),
    qualified_name: Type.String(),
    path: Type.String(),
    digest: Type.String({
      description: "SHA-256 of the JSON text of [payload, tags] as it was imported: sha256:<hex>",
    }),
    version: Type.String(),
    status: Type.Enum([...VERSION_STATUSES]),
  },
  { $id: "ImportedItem" },
);
export type ImportedItem = Static<typeof ImportedItem>;

export const listImportedItems = endpoint({
  ...OF_CALLER,
  method: "GET",
  path: "/me/imports/items",
  summary: "Lists the items that the caller imported from a source, each with its latest imported version",
  audited: false,
  readsOthers: false,
  query: Type.Object({ repository: Repository, team_id: Type.Optional(uuid), ...WholeListPage }),
  body: None,
  reply: Type.Array(ImportedItem),
  errors: ["validation_failed"],
});
