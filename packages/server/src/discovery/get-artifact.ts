import { createHash } from "node:crypto";
import { ITEM_KINDS, mediaTypeOf, type ItemKind } from "@tackroom/contract";
import { Answer, type Call, type CallContext, type Caller } from "../platform/http/index.js";
import { isUuid } from "../platform/ids.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import {
  ANONYMOUS,
  findArtifact,
  findItemEvenDeleted,
  findVersion,
  loadViewer,
  noteReading,
  noteItemRead,
  pinsOf,
  visibleStatuses,
  type Item,
  type Version,
  type Viewer,
  type WhoAsksDeps,
} from "../registry/index.js";
import { itemIdentifier } from "./core/identifier.js";
import { publisherOf } from "./publisher.js";

/** A server card of an MCP server; the publisher's domain is part of its name. */
export type ServerCardOf = (domain: string, described: { readonly item: Item; readonly version: Version }) => object;

export interface ArtifactDeps extends WhoAsksDeps {
  readonly serverCardOf: ServerCardOf;
}

export interface ArtifactName {
  readonly kind: string;
  readonly uuid: string;
  readonly version: string;
}

/**
 * `GET /artifacts/{kind}/{uuid}/{version}`: the canonical bytes of a version, which never change, or 410 permanently. A client
 * that asks for a server card by its media type gets that view of the version instead; its digest is still told.
 */
export async function getArtifact(
  { db, settings, serverCardOf }: ArtifactDeps,
  name: ArtifactName,
  { caller, call }: CallContext<Caller | null>,
): Promise<Answer<Uint8Array>> {
  const isOpen = settings.get("deployment.public_registry_enabled");
  if (!caller && !isOpen) throw absent();
  const viewer = caller ? await loadViewer(db, caller) : ANONYMOUS;
  const { item, version } = await findRelease(db, viewer, name);
  // An agent's bytes name its components, so they are for those who may see them all.
  const pins = await pinsOf(db, viewer, [version.id]);
  if (pins.some(({ is_visible }) => !is_visible)) throw absent();
  const artifact = await findArtifact(db, version.id);
  noteItemRead(viewer, item);
  if (!artifact) throw gone();
  await noteReading(db, viewer, { item, version });
  const isForAnyone = isOpen && item.visibility === "public" && version.status === "approved";
  const { domain } = publisherOf(settings);
  const shown = asksForCard(call, item)
    ? bytesOfCard(serverCardOf(domain, { item, version }))
    : { bytes: artifact.bytes, mediaType: artifact.media_type, hex: version.digest.replace(/^sha256:/, "") };
  const headers = {
    ...headersOf(shown, isForAnyone),
    "x-artifact-digest": version.digest,
    "x-tackroom-identifier": itemIdentifier(domain, item.kind, item.id),
    ...(item.kind === "mcp" ? { vary: "Accept" } : {}),
  };
  return isUnchanged(call, headers.etag)
    ? new Answer(new Uint8Array(), { status: 304, headers })
    : new Answer(shown.bytes, { headers });
}

/** By name only: who accepts anything, or any JSON, is given the bytes that the digest is about. */
const asksForCard = ({ headers }: Call, { kind }: Item): boolean =>
  kind === "mcp" &&
  (headers["accept"] ?? "").split(",").some((range) => range.split(";")[0]?.trim().toLowerCase() === mediaTypeOf(kind));

interface ShownBytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly hex: string;
}

function bytesOfCard(card: object): ShownBytes {
  const bytes = Buffer.from(JSON.stringify(card));
  return { bytes, mediaType: mediaTypeOf("mcp"), hex: createHash("sha256").update(bytes).digest("hex") };
}

async function findRelease(
  db: Db,
  viewer: Viewer,
  { kind, uuid, version: number }: ArtifactName,
): Promise<{ item: Item; version: Version }> {
  const isId: boolean = isUuid(uuid);
  if (!ITEM_KINDS.some((each) => each === kind) || !isId) throw absent();
  const item = await findItemEvenDeleted(db, viewer, kind as ItemKind, uuid);
  const version = item && (await findVersion(db, item.id, number));
  if (!item || !version) throw absent();
  if (item.deleted_at) throw version.released_at ? gone() : absent();
  // A yanked version is approved all the same: it is served to those who have it in a lock.
  if (!visibleStatuses(item, viewer).includes(version.status)) throw absent();
  return { item, version };
}

const absent = (): ServiceError => new ServiceError("not_found", "Artifact not found. Check the kind, ID and version.");
const gone = (): ServiceError =>
  new ServiceError("gone", "This version was permanently deleted. Its number will not be reused.");

function headersOf({ mediaType, hex }: ShownBytes, isForAnyone: boolean) {
  return {
    "content-type": mediaType,
    digest: `sha-256=${Buffer.from(hex, "hex").toString("base64")}`,
    etag: `"${hex}"`,
    "cache-control": isForAnyone ? "public, max-age=300" : "private, no-store",
  };
}

const isUnchanged = ({ headers }: Call, etag: string): boolean =>
  (headers["if-none-match"] ?? "").split(",").some((tag) => [etag, `W/${etag}`, "*"].includes(tag.trim()));
