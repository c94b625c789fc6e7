import { Type } from "typebox";
import { endpoint, READS } from "../endpoint.js";
import { nullable, optionalRemark, text } from "./fields.js";
import { MultiLineText } from "../text.js";
import { ItemId, ItemVersion, ItemVersionId, ReviewedDigest, VersionDiff } from "./item.js";
import type { KindShape } from "./kind.js";
import { auditedAs, NAMED, OF_ITEM, OWNED } from "./shapes.js";

const VersionPage = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});
const DiffParams = Type.Object({ ...ItemId.properties, a: text(64), b: text(64) });
const VersionChange = Type.Object({
  deprecated: Type.Optional(nullable(MultiLineText({ minLength: 1, maxLength: 2000 }))),
  yanked: Type.Optional(Type.Boolean()),
  reason: optionalRemark(2000),
});

/** Inside another schema a reference would be needed; the shape is the same. */
const { $id: _id, ...inlineVersion } = ItemVersion as typeof ItemVersion & { $id: string };
const ItemVersionInline = inlineVersion as typeof ItemVersion;

const VersionSuggestions = Type.Object({
  current_version: Type.String({ description: "The highest version number in use, regardless of its status" }),
  suggestions: Type.Object({ patch: Type.String(), minor: Type.String(), major: Type.String() }),
});

/** Versions: list, show, compare, release, mark, attest, review. */
export function versionEndpoints<const K extends KindShape>(kind: K) {
  const { type } = kind;
  const release: K["release"] = kind.release;
  const item = `/${type}/:id`;
  return {
    suggestVersions: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `${item}/version-suggestions`,
      summary: "Suggests numbers for the next version",
      audited: false,
      readsOthers: READS.item,
      reply: VersionSuggestions,
      errors: NAMED,
    }),
    listVersions: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `${item}/versions`,
      summary: "Lists versions, newest first",
      audited: false,
      readsOthers: READS.item,
      query: VersionPage,
      reply: Type.Object({
        items: Type.Array(ItemVersionInline),
        total: Type.Integer(),
        page: Type.Integer(),
        page_size: Type.Integer(),
      }),
      errors: NAMED,
    }),
    getVersion: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `${item}/versions/:v`,
      summary: "Returns a version",
      audited: false,
      readsOthers: READS.item,
      params: ItemVersionId,
      reply: ItemVersion,
      errors: NAMED,
    }),
    diffVersions: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `${item}/versions/:a/diff/:b`,
      summary: "Compares two versions",
      audited: false,
      readsOthers: READS.item,
      params: DiffParams,
      reply: VersionDiff,
      errors: NAMED,
    }),
    releaseVersion: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/versions`,
      summary: "Submits a new version",
      audited: auditedAs(kind, "release_version"),
      takesGzip: true,
      body: release,
      reply: ItemVersion,
      status: 201,
      errors: [...OWNED, "invalid_state", "conflict", "validation_failed", ...(kind.componentErrors ?? [])],
    }),
    updateVersion: endpoint({
      ...OF_ITEM,
      method: "PATCH",
      path: `${item}/versions/:v`,
      summary: "Deprecates or yanks a version; its content never changes",
      audited: auditedAs(kind, "update_version", "all", "medium"),
      params: ItemVersionId,
      body: VersionChange,
      reply: ItemVersion,
      errors: [...OWNED, "invalid_state", "validation_failed"],
    }),
    getAttestation: endpoint({
      ...OF_ITEM,
      method: "GET",
      path: `${item}/versions/:v/attestation`,
      summary: "Returns the signed release attestation of a version",
      audited: false,
      readsOthers: READS.item,
      params: ItemVersionId,
      produces: ["application/jose"],
      reply: Type.String(),
      errors: NAMED,
    }),
    reviewVersion: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/versions/:v/review`,
      summary: "Approves or rejects a version",
      module: "review",
      access: "reviewer",
      audited: auditedAs(kind, "review_version", "all", "medium"),
      params: ItemVersionId,
      body: Type.Object({
        action: Type.Enum(["approve", "reject"]),
        reason: optionalRemark(5000),
        digest: ReviewedDigest,
      }),
      reply: Type.Object({ version: Type.String(), new_status: Type.String(), reason: nullable(Type.String()) }),
      errors: [
        ...NAMED,
        "invalid_state",
        "edit_locked",
        "changed_since_review",
        "forbidden",
        "validation_failed",
        ...(kind.reviewErrors ?? []),
      ],
    }),
  };
}
