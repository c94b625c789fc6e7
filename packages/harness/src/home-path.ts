import type { Platform } from "./neutral.js";

/** A path that starts with `~/`, which may be another one on each platform. */
export type HomePath = string | ((platform: Platform | undefined) => string);

export const pathOn = (path: HomePath, platform: Platform | undefined): string =>
  typeof path === "function" ? path(platform) : path;

/** VS Code's user folder, seen from the home folder. */
function vsCodeUserFolder(platform: Platform | undefined): string {
  if (platform === "darwin") return "~/Library/Application Support/Code/User";
  if (platform === "windows") return "~/AppData/Roaming/Code/User";
  return "~/.config/Code/User";
}

/** A path in the user folder of VS Code, and in that of its preview. */
export const inVsCode = (rest: string) => (platform: Platform | undefined) => `${vsCodeUserFolder(platform)}${rest}`;
export const inInsiders = (rest: string) => (platform: Platform | undefined) =>
  `${vsCodeUserFolder(platform).replace("/Code/", "/Code - Insiders/")}${rest}`;
