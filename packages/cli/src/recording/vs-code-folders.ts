import { join } from "node:path";
import type { Machine } from "../cli.js";

/** The user folders of VS Code and of its preview. */
export function vsCodeFolders({ env, home, platform }: Pick<Machine, "env" | "home" | "platform">): readonly string[] {
  const parent =
    platform === "darwin"
      ? join(home, "Library", "Application Support")
      : platform === "win32"
        ? env["APPDATA"] || join(home, "AppData", "Roaming")
        : env["XDG_CONFIG_HOME"] || join(home, ".config");
  return ["Code", "Code - Insiders"].map((name) => join(parent, name, "User"));
}
