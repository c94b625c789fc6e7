import type { HarnessId } from "../harnesses.js";
import type { FileText, FoundComponent, FoundType, ScanPlace } from "./found.js";
import { readHooks } from "./read-hooks.js";
import { readServers } from "./read-servers.js";
import { readAgents, readPrompt, readSkill } from "./read-texts.js";

export type ScannedFile = { readonly components: readonly FoundComponent[] } | { readonly problem: string };

type Read = (file: FileText, place: ScanPlace, harnesses: readonly HarnessId[]) => FoundComponent[];

const READERS: Readonly<Record<FoundType, Read>> = {
  mcps: readServers,
  agents: readAgents,
  skills: readSkill,
  hooks: readHooks,
  prompts: readPrompt,
};

/** What a file holds for the harnesses that read it. Files are other people's: one that cannot be read is told, never thrown. */
export function readScannedFile(file: FileText, place: ScanPlace, harnesses: readonly HarnessId[]): ScannedFile {
  try {
    return { components: READERS[place.type](file, place, harnesses) };
  } catch (error) {
    return { problem: `Cannot read the file: ${reasonOf(error)}` };
  }
}

/** The first line, up to what parsers quote of the file: it may hold a secret. */
function reasonOf(error: unknown): string {
  const [line = ""] = error instanceof Error ? error.message.split("\n") : [];
  const reason = line.replace(/["'`][^]*$/, "…").replace(/(?<![:,\s])[:,\s]+…?$/, "");
  return reason === "" ? "unknown reason" : reason;
}
