import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { Machine } from "../../cli.js";
import { readConfig } from "../../config.js";
import { makeTackDirectory, tackDirectory } from "../../tack-directory.js";
import { writeFileAtomically } from "../../write-file.js";

type Submission = ReplyOf<"getSubmission">;
type Home = Pick<Machine, "home">;

/** What `tack review show` showed last: by server, reviewer and submission. The newest come last. */
interface Shown {
  readonly server: string;
  readonly user: string;
  readonly submission: string;
  readonly fingerprint: string;
}

/** Far more than one person reads before deciding. */
const MAX_REMEMBERED = 500;

const pathOf = (machine: Home): string => join(tackDirectory(machine), "reviewed.json");

/** Of what a reviewer judges: besides the bytes, which the digest is over, what is said about them. */
function fingerprintOf(submission: Submission): string {
  const { digest, name, version, description, changelog, supported_harnesses, visibility, team_id } =
    submission as Submission & Readonly<Record<string, unknown>>;
  const judged = [digest, name, version, description, changelog, supported_harnesses, visibility, team_id];
  return createHash("sha256").update(JSON.stringify(judged)).digest("hex");
}

export function rememberShown(machine: Home, server: string, submission: Submission): void {
  const fresh: Shown = {
    server,
    user: userOf(machine),
    submission: submission.id,
    fingerprint: fingerprintOf(submission),
  };
  const others = readShown(machine).filter((each) => !isSame(each, fresh));
  makeTackDirectory(machine);
  const kept = [...others, fresh].slice(-MAX_REMEMBERED);
  writeFileAtomically(pathOf(machine), `${JSON.stringify(kept, null, 2)}\n`, 0o600);
}

/** After a decision: the next version is another matter. */
export function forgetShown(machine: Home, server: string, submission: string): void {
  const user = userOf(machine);
  const shown = readShown(machine);
  const kept = shown.filter((each) => !isSame(each, { server, user, submission }));
  if (kept.length < shown.length) writeFileAtomically(pathOf(machine), `${JSON.stringify(kept, null, 2)}\n`, 0o600);
}

/** Undefined if it was never shown here. */
export function isAsShown(machine: Home, server: string, submission: Submission): boolean | undefined {
  const user = userOf(machine);
  const shown = readShown(machine).find((each) => isSame(each, { server, user, submission: submission.id }));
  return shown && shown.fingerprint === fingerprintOf(submission);
}

const isSame = (one: Shown, { server, user, submission }: Omit<Shown, "fingerprint">): boolean =>
  one.server === server && one.user === user && one.submission === submission;

/** Accounts that share a home folder do not decide for each other. */
const userOf = (machine: Home): string => readConfig(machine).user_id ?? "";

/** A file that cannot be read counts as nothing shown: the server keeps its own record of what reviewers read. */
function readShown(machine: Home): Shown[] {
  try {
    const value: unknown = JSON.parse(readFileSync(pathOf(machine), "utf8"));
    return Array.isArray(value) ? value.filter(isShown) : [];
  } catch {
    return [];
  }
}

const isShown = (value: unknown): value is Shown =>
  typeof value === "object" &&
  value !== null &&
  ["server", "user", "submission", "fingerprint"].every((name) => name in value);
