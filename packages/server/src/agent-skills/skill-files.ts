import { skillFilesOf } from "@tackroom/harness";
import type { Version } from "../registry/index.js";

const ARCHIVE_TYPE = "application/zip";

export const isArchive = (mediaType: string): boolean => mediaType === ARCHIVE_TYPE;
export const fileNameOf = (mediaType: string): string => (isArchive(mediaType) ? "skill.zip" : "SKILL.md");

/** A script without a name of its own; as installs write it. */
const SCRIPT = "script";

/** What a skill is installed as, by the paths in its folder. */
export function pathsOf({
  paths,
  script,
}: {
  readonly paths: readonly string[];
  readonly script: string | null;
}): string[] {
  return ["SKILL.md", ...(script === null ? [] : [script || SCRIPT]), ...paths];
}

/** One of its files; undefined if it has none of that path. */
export function fileOf(
  version: Pick<Version, "slug" | "name" | "version" | "description" | "fields">,
  id: string,
  path: string,
) {
  const { files } = skillFilesOf({ ...version, id }, version.slug);
  const file = files.find((each) => each.path === path);
  return file && Buffer.from(file.content, file.encoding ?? "utf8");
}
