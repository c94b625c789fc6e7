import { HARNESS_IDS, type HarnessId } from "../harnesses.js";
import { movedPath } from "./moved-path.js";
import type { ScannedMachine } from "./found.js";
import { SCAN_ROWS } from "./scan-rows.js";

export interface MachineProbe extends Omit<ScannedMachine, "project"> {
  isOnPath(program: string): Promise<boolean>;
  /** The path starts with `~/` or is absolute; `*` stands for part of its last name. */
  exists(path: string): Promise<boolean>;
}

export interface DetectedHarness {
  readonly id: HarnessId;
  /** The program, or the file or folder, that tells. */
  readonly by: string;
}

/** The harnesses that are on a machine: their program can be started, or they have left their folder in the home. */
export async function detectHarnesses(machine: MachineProbe): Promise<DetectedHarness[]> {
  const detected = await Promise.all(HARNESS_IDS.map((id) => detect(id, machine)));
  return detected.filter((harness) => harness !== undefined);
}

async function detect(id: HarnessId, machine: MachineProbe): Promise<DetectedHarness | undefined> {
  const { binaries, markers } = SCAN_ROWS[id];
  for (const program of binaries) {
    if (await machine.isOnPath(program)) return { id, by: program };
  }
  for (const marker of markers) {
    const path = movedPath(id, typeof marker === "function" ? marker(machine.platform) : marker, machine);
    if (await machine.exists(path)) return { id, by: path };
  }
  return undefined;
}
