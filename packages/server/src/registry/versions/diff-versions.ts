import type { VersionDiff } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import type { Deps } from "../access/change-item.js";
import { pinsOf } from "../stores/component-store.js";
import { visibleFields } from "../core/visible-fields.js";
import { diffVersions as diff } from "../core/diff.js";
import { itemWith } from "../core/item-changes.js";
import { recordsOf, type Fields } from "../core/fields.js";
import { fileBytes, isBinary } from "../core/skill-bytes.js";
import { digestOf } from "../digest.js";
import { findItem } from "../access/find-item.js";
import { requireVersion } from "../access/find-version.js";
import type { Kind } from "../kinds/index.js";
import { noteReadings } from "./readings.js";
import type { Item } from "../stores/item-store.js";
import type { Version } from "../stores/version-store.js";
import { loadViewer, resolving, type Viewer } from "../stores/viewer-store.js";

/** `GET /{type}/{id}/versions/{a}/diff/{b}` */
export async function diffVersions(
  { db }: Deps,
  { kind, id, a, b }: { readonly kind: Kind; readonly id: string; readonly a: string; readonly b: string },
  { caller }: CallContext,
): Promise<VersionDiff> {
  const viewer = resolving(await loadViewer(db, caller));
  const item = await findItem(db, viewer, kind.kind, id);
  const before = await requireVersion(db, viewer, item, a);
  const after = await requireVersion(db, viewer, item, b);
  await noteReadings(db, viewer, item, [before, after]);
  return diffBetween(db, viewer, before, after);
}

/** A binary file cannot be shown as a diff, so it is described by its size and digest. */
function withBinariesInWords(fields: Fields): Fields {
  if (!Array.isArray(fields["files"])) return fields;
  const files = recordsOf(fields, "files").map((file) => {
    if (!isBinary(file)) return file;
    const bytes = fileBytes(file);
    return { ...file, content: `${bytes.length} bytes, ${digestOf(bytes)}` };
  });
  return { ...fields, files };
}

/** Without what an agent is made of and the viewer may not see. */
async function diffBetween(db: Db, viewer: Viewer, from: Version, to: Version): Promise<VersionDiff> {
  const [before = {}, after = {}] = await readableContents(db, viewer, [from, to]);
  const changes = diff({ version: from.version, content: before }, { version: to.version, content: after });
  return { from: from.version, to: to.version, ...changes };
}

/** What the release of a version would change, of its item as well. */
export async function diffToRelease(
  db: Db,
  viewer: Viewer,
  { item, version }: { readonly item: Item; readonly version: Version },
  latest: Version,
): Promise<VersionDiff> {
  const ofVersion = await diffBetween(db, viewer, latest, version);
  const [before, after] = [item, itemWith(item, version.item_changes)].map(({ owner, fields }) => ({
    owner,
    ...fields,
  }));
  const ofItem = diff(
    { version: latest.version, content: before ?? {} },
    { version: version.version, content: after ?? {} },
  );
  return {
    ...ofVersion,
    fields: [...ofVersion.fields, ...ofItem.fields],
    texts: [...ofVersion.texts, ...ofItem.texts],
  };
}

/** What is compared and read of each version, in their order. */
export async function readableContents(db: Db, viewer: Viewer, versions: readonly Version[]): Promise<Fields[]> {
  const pins = await pinsOf(
    db,
    viewer,
    versions.map(({ id }) => id),
  );
  return versions.map(({ id, description, supported_harnesses, fields }) => {
    const visible = visibleFields(
      fields,
      pins.filter(({ version_id }) => version_id === id),
    );
    return { description, supported_harnesses, ...withBinariesInWords(visible) };
  });
}
