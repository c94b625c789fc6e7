import { detectHarnesses, type DetectedHarness } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { disk, isProgram } from "./disk.js";
import { findFiles } from "./find-files.js";
import { platformOf } from "./platform.js";

/** The harnesses of this machine. */
export function detectOn(machine: Machine): Promise<DetectedHarness[]> {
  const { env, home, cwd } = machine;
  return detectHarnesses({
    env,
    platform: platformOf(machine),
    isOnPath: (program) => isOnPath(machine, program),
    exists: async (path) => (await findFiles(disk, { home, cwd }, path)).length > 0,
  });
}

async function isOnPath(machine: Machine, program: string): Promise<boolean> {
  for (const path of programPaths(machine, program)) {
    if (await isProgram(path, machine.platform === "win32")) return true;
  }
  return false;
}

/** All paths at which a shell would look for a program. */
export function programPaths({ env, platform }: Pick<Machine, "env" | "platform">, program: string): string[] {
  const isWindows = platform === "win32";
  const variable = (name: string): string | undefined =>
    env[name] ?? Object.entries(env).find(([key]) => isWindows && key.toUpperCase() === name)?.[1];
  const folders = (variable("PATH") ?? "").split(isWindows ? ";" : ":").filter((folder) => folder !== "");
  const endings = isWindows ? (variable("PATHEXT") || ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";") : [""];
  return folders.flatMap((folder) =>
    endings.map((ending) => `${folder.replace(/[\\/]+$/, "")}${isWindows ? "\\" : "/"}${program}${ending}`),
  );
}
