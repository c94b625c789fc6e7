import { ITEM_KINDS, type ItemKind } from "@tackroom/contract";
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
} from "../registry/index.js";
import { itemIdentifier } from "./core/identifier.js";
import { publisherOf } from "./publisher.js";
import type { WhoAsksDeps } from "./who-asks.js";

export interface ArtifactName {
  readonly kind: string;
  readonly uuid: string;
  readonly version: string;
}

/** `GET /artifacts/{kind}/{uuid}/{version}`: the canonical bytes of a version, which never change, or 410 permanently. */
export async function getArtifact(
  { db, settings }: WhoAsksDeps,
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
  const identifier = itemIdentifier(publisherOf(settings).domain, item.kind, item.id);
  const headers = { ...headersOf(version, artifact.media_type, isForAnyone), "x-tackroom-identifier": identifier };
  return isUnchanged(call, headers.etag)
    ? new Answer(new Uint8Array(), { status: 304, headers })
    : new Answer(artifact.bytes, { headers });
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

function headersOf({ digest }: Version, mediaType: string, isForAnyone: boolean) {
  const hex = digest.replace(/^sha256:/, "");
  return {
    "content-type": mediaType,
    digest: `sha-256=${Buffer.from(hex, "hex").toString("base64")}`,
    "x-artifact-digest": digest,
    etag: `"${hex}"`,
    "cache-control": isForAnyone ? "public, max-age=300" : "private, no-store",
  };
}

const isUnchanged = ({ headers }: Call, etag: string): boolean =>
  (headers["if-none-match"] ?? "").split(",").some((tag) => [etag, `W/${etag}`, "*"].includes(tag.trim()));
