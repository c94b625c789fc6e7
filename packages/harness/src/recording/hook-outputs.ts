import { HARNESSES } from "../harnesses.js";
import type { HookOutput } from "./recording-facts.js";

/** The harnesses that want to read something from a hook, and what. JSON, so that it can be written into a program. */
export function hookOutputs(): Readonly<Record<string, HookOutput>> {
  const speaking = Object.values(HARNESSES).filter(
    ({ recording }) => recording.output.always !== "" || recording.output.at,
  );
  return Object.fromEntries(speaking.map(({ id, recording }) => [id, recording.output]));
}
