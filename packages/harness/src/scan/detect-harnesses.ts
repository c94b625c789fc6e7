import { HARNESS_IDS, HARNESSES, type HarnessId } from "../harnesses.js";
import { pathOn } from "../home-path.js";
import type { ScannedMachine } from "./found.js";
import { movedPath } from "./moved-path.js";

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
  const harness = HARNESSES[id];
  const { binaries, markers } = harness.presence;
  for (const program of binaries) {
    if (await machine.isOnPath(program)) return { id, by: program };
  }
  for (const marker of markers) {
    const path = movedPath(harness, pathOn(marker, machine.platform), machine);
    if (await machine.exists(path)) return { id, by: path };
  }
  return undefined;
}
