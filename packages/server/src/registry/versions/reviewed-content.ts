import type { Permissions, ReviewFile, RiskSignal } from "@tackroom/contract";
import type { Db } from "../../platform/relational/tx.js";
import { locateSignals } from "../core/locate-signals.js";
import { addedPermissions, permissionsOf } from "../core/permissions.js";
import { versionFiles, type VersionFile } from "../core/version-files.js";
import type { Item } from "../stores/item-store.js";
import { findHighestRelease, type Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";
import { readableContents } from "./diff-versions.js";

interface Reviewed {
  readonly item: Item;
  readonly version: Version;
}

/** The files of a version, as someone may see them. */
export async function filesOfVersion(db: Db, viewer: Viewer, { item, version }: Reviewed): Promise<VersionFile[]> {
  const [content = {}] = await readableContents(db, viewer, [version]);
  return versionFiles(item.kind, content);
}

/** Longer files are cut: nobody reads them line by line in a browser. */
const MAX_FILE_LENGTH = 400_000;

/** The files of a version beside those of the version that it would replace. */
export async function filesBetween(
  db: Db,
  viewer: Viewer,
  { item, version }: Reviewed,
  base: Version | undefined,
): Promise<ReviewFile[]> {
  const [content = {}, former] = await readableContents(db, viewer, base ? [version, base] : [version]);
  const after = versionFiles(item.kind, content);
  const before = former ? versionFiles(item.kind, former) : [];
  const old = new Map(before.map((file) => [file.file, file]));
  const kept = new Set(after.map(({ file }) => file));
  return [
    ...after.map((file) => keptFile(file, old.get(file.file)?.text)),
    ...before
      .filter(({ file }) => !kept.has(file))
      .map((file) => describeFile(file, { change: "removed", old: file.text, now: undefined })),
  ];
}

function keptFile(file: VersionFile, old: string | undefined): ReviewFile {
  if (old === undefined) return describeFile(file, { change: "added", old, now: file.text });
  if (old === file.text) return describeFile(file, { change: "unchanged", old: undefined, now: file.text });
  return describeFile(file, { change: "changed", old, now: file.text });
}

interface FileChange {
  readonly change: ReviewFile["change"];
  readonly old: string | undefined;
  readonly now: string | undefined;
}

const describeFile = ({ file, isBinary }: VersionFile, { change, old, now }: FileChange): ReviewFile => ({
  file,
  change,
  before: old?.slice(0, MAX_FILE_LENGTH) ?? null,
  after: now?.slice(0, MAX_FILE_LENGTH) ?? null,
  is_binary: isBinary,
  is_truncated: [old, now].some((text) => text !== undefined && text.length > MAX_FILE_LENGTH),
});

/** The signals of a version with their places, the gravest first. */
export async function locatedSignals(db: Db, viewer: Viewer, { item, version }: Reviewed): Promise<RiskSignal[]> {
  const [content = {}] = await readableContents(db, viewer, [version]);
  return locateSignals(item.kind, content, version.risk_signals);
}

export interface PermissionChange {
  readonly before: Permissions | null;
  readonly after: Permissions;
  readonly added: Permissions;
}

/** Against the highest version that was released, which is what people may have today. */
export async function permissionChange(db: Db, { item, version }: Reviewed): Promise<PermissionChange> {
  const released = await findHighestRelease(db, item.id);
  const before = released && released.id !== version.id ? permissionsOf(item.kind, released.fields) : null;
  const after = permissionsOf(item.kind, version.fields);
  return { before, after, added: addedPermissions(before, after) };
}
