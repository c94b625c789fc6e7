import type { Harness } from "../harness.js";
import type { ScannedMachine } from "./found.js";
import type { MovedFolder } from "./scan-facts.js";

const POSIX_FOLDERS: readonly MovedFolder[] = [
  { variable: "XDG_CONFIG_HOME", from: "~/.config" },
  { variable: "XDG_DATA_HOME", from: "~/.local/share" },
];
const WINDOWS_FOLDERS: readonly MovedFolder[] = [{ variable: "APPDATA", from: "~/AppData/Roaming" }];

/** A path of the harness, where the person's variables have put it. With forward slashes, which Windows understands too. */
export function movedPath(
  { moved }: Pick<Harness, "moved">,
  path: string,
  { env, platform }: Omit<ScannedMachine, "project">,
): string {
  const folders = [...moved, ...(platform === "windows" ? WINDOWS_FOLDERS : POSIX_FOLDERS)];
  for (const { variable, from, to } of folders) {
    const value = env[variable];
    if (!value || (path !== from && !path.startsWith(`${from}/`))) continue;
    const folder = value.replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "");
    return `${folder}${to === undefined ? "" : `/${to}`}${path.slice(from.length)}`;
  }
  return path;
}
