import {
  HARNESS_IDS,
  placeKey,
  readScannedFile,
  scanPlaces,
  type DetectedHarness,
  type FoundComponent,
  type FoundType,
  type HarnessId,
  type Scope,
  type ScanPlace,
} from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { detectOn } from "./detect.js";
import { disk } from "./disk.js";
import { addScript } from "./hook-scripts.js";
import { findFiles, type FoundFile } from "./find-files.js";
import { withInstalled } from "./installed.js";
import { platformOf } from "./platform.js";
import { addSkillFiles } from "./skill-files.js";

/** A component on this machine. */
export interface Finding extends FoundComponent {
  readonly type: FoundType;
  /** The harnesses that read its file; limited to the installed ones, if any. */
  readonly harnesses: readonly HarnessId[];
  readonly scope: Scope;
  /** Relative to the home folder (`~/…`) or to the project. */
  readonly file: string;
  /** The qualified name, if it was installed from the registry. */
  readonly installed?: string;
}

export interface ScanProblem {
  readonly harnesses: readonly HarnessId[];
  readonly file: string;
  readonly reason: string;
}

export interface ScanResult {
  readonly detected: readonly DetectedHarness[];
  readonly findings: readonly Finding[];
  readonly problems: readonly ScanProblem[];
}

export interface ScanWish {
  /** Absent: all. */
  readonly harnesses?: readonly HarnessId[] | undefined;
  readonly scopes: readonly Scope[];
}

/** Settings files grow with the harness's own data; a text of this size is not a component. */
const MAX_SETTINGS_SIZE = 32 * 1024 * 1024;
const MAX_TEXT_SIZE = 1024 * 1024;
const MAX_FILES = 3000;

/** Scans the home folder and the project for components of harnesses. */
export async function scan(machine: Machine, wish: ScanWish): Promise<ScanResult> {
  const detected = await detectOn(machine);
  const findings = new Map<string, Finding>();
  const problems = new Map<string, ScanProblem>();
  let count = 0;
  for (const look of placesToLook(machine, wish, detected)) {
    for (const found of await findFiles(disk, machine, look.place.pattern)) {
      count += 1;
      if (count > MAX_FILES) break;
      const seen = await lookInto(machine, look, found);
      for (const finding of seen.findings) add(findings, identityOf(finding, found), finding);
      if (seen.problem) problems.set(found.real, seen.problem);
    }
  }
  if (count > MAX_FILES) problems.set("", tooMany());
  return {
    detected,
    findings: await withInstalled(machine, withOwnNames([...findings.values()])),
    problems: [...problems.values()],
  };
}

interface Look {
  readonly place: ScanPlace;
  readonly harnesses: readonly HarnessId[];
}

/** Locations shared by several harnesses are scanned once. */
function placesToLook(machine: Machine, { harnesses, scopes }: ScanWish, detected: readonly DetectedHarness[]): Look[] {
  const { env, cwd } = machine;
  const here = detected.map(({ id }) => id);
  const wanted = harnesses ?? [...here, ...HARNESS_IDS.filter((id) => !here.includes(id))];
  const looks = new Map<string, { place: ScanPlace; harnesses: HarnessId[] }>();
  for (const id of wanted) {
    for (const place of scanPlaces(id, { env, platform: platformOf(machine), project: cwd })) {
      if (!scopes.includes(place.scope)) continue;
      const key = placeKey(place);
      const look = looks.get(key);
      // A harness that is not installed is named only if no other one reads the file.
      if (!look) looks.set(key, { place, harnesses: [id] });
      else if (here.includes(id) || !here.includes(look.harnesses[0] ?? id)) look.harnesses.push(id);
    }
  }
  return [...looks.values()];
}

interface Seen {
  readonly findings: readonly Finding[];
  readonly problem?: ScanProblem;
}

async function lookInto(machine: Machine, { place, harnesses }: Look, { path, isOutside }: FoundFile): Promise<Seen> {
  const file = shownPath(machine, path);
  const problem = (reason: string): Seen => ({ findings: [], problem: { harnesses, file, reason } });
  if (isOutside) return problem("A symbolic link to another folder, which is not followed.");
  const read = await disk.read(path, /\.jsonc?$/.test(path) ? MAX_SETTINGS_SIZE : MAX_TEXT_SIZE);
  if (read.kind === "absent") return { findings: [] };
  if (read.kind === "problem") return problem(read.reason);
  const { text } = read;
  if (text.includes("\0") && place.hooks !== "programs") return problem("Not a text file.");
  const scanned = readScannedFile({ path, text }, place, harnesses);
  if ("problem" in scanned) return problem(scanned.problem);
  const { type, scope } = place;
  // A project may be somebody else's; the settings in the home folder are the user's own.
  const root = scope === "project" ? machine.cwd : undefined;
  const whole = scanned.components.map((component) =>
    place.type === "skills"
      ? addSkillFiles(machine, component, path)
      : addScript(machine, component, { file: path, root }),
  );
  return { findings: whole.map((component) => ({ ...component, type, harnesses, scope, file })) };
}

/** Removes duplicates that were found in several ways. Kiro stores an agent in two formats side by side. */
function identityOf({ type, pointer = "" }: Finding, { real }: FoundFile): string {
  const path = type === "agents" ? real.replace(/\.\w+$/, "") : real;
  return JSON.stringify([type, path, pointer]);
}

function add(findings: Map<string, Finding>, identity: string, finding: Finding): void {
  const known = findings.get(identity);
  const harnesses = [...new Set([...(known?.harnesses ?? []), ...finding.harnesses])];
  findings.set(identity, { ...(known ?? finding), harnesses });
}

/** Hooks are named after their command, so names can collide. */
function withOwnNames(findings: readonly Finding[]): Finding[] {
  const taken = new Map<string, number>();
  return findings.map((finding) => {
    if (finding.type !== "hooks") return finding;
    const count = (taken.get(finding.name) ?? 0) + 1;
    taken.set(finding.name, count);
    return count === 1 ? finding : { ...finding, name: `${finding.name}-${count}` };
  });
}

const tooMany = (): ScanProblem => ({
  harnesses: [],
  file: "",
  reason: `More than ${MAX_FILES} files; the rest were not read. Narrow the scan with --harness or --scope.`,
});

/** Shortens paths relative to the home folder or the project; a full home path would reveal the user's name. */
export function shownPath({ home, cwd }: Pick<Machine, "home" | "cwd">, path: string): string {
  const inside = (folder: string): string | undefined => {
    const prefix = `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
    return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
  };
  const [fromProject, fromHome] = [inside(cwd), inside(home)];
  if (fromProject !== undefined && cwd !== home) return fromProject;
  return fromHome === undefined ? path : `~/${fromHome}`;
}
