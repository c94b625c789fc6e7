import { slugOf, type FieldError, type ImportBody } from "@tackroom/contract";
import { ServiceError } from "../../platform/service-error.js";
import { recordsOf, textOf, textsOf, type Fields } from "../core/fields.js";
import { bump, byPrecedence } from "../core/versions.js";
import { digestOf } from "../digest.js";
import { kindOf, type Kind } from "../kinds/index.js";
import { choiceErrors } from "../versions/checked-fields.js";
import { completedPayload } from "./scanned-payload.js";
import { splitPayload, type Submission } from "./submission.js";
import { submissionErrors } from "./submit-item.js";

export type ImportedEntry = ImportBody["items"][number];

/** An entry that passed every check that needs nothing but itself. */
export interface Prepared {
  readonly kind: Kind;
  readonly path: string;
  readonly submission: Submission;
  readonly slug: string;
  /** Of what was sent, so that sending it again is noticed. */
  readonly digest: string;
  /** The source says its own number. */
  readonly isNumbered: boolean;
}

const MAX_PROBLEMS_TOLD = 5;

/** The rules of a submission, for an entry of an import. */
export function prepareImport(
  { type, path, payload }: ImportedEntry,
  { tags, team_id, visibility }: Pick<ImportBody, "tags" | "team_id" | "visibility">,
): Prepared {
  const kind = kindOf(type);
  const isNumbered = typeof payload["version"] === "string";
  const whole = {
    ...payload,
    ...(isNumbered ? {} : { version: "0.1.0" }),
    ...(tags.length > 0 ? { tags: [...new Set([...textsOf(payload, "tags"), ...tags])] } : {}),
    visibility,
    ...(team_id === undefined ? {} : { team_id }),
  };
  const completed = completedPayload(kind.type, whole);
  if ("skip" in completed) throw refusal([completed.skip]);
  const submission = splitPayload(kind, completed.payload);
  const errors = [
    ...submissionErrors(kind, submission, completed.payload),
    ...choiceErrors(kind, completed.payload, "body"),
  ];
  if (errors.length > 0) throw refusal(errors.map((error) => told(error, completed.payload)));
  const digest = digestOf(JSON.stringify([payload, tags]));
  return { kind, path, submission, slug: slugOf(submission.name), digest, isNumbered };
}

/** The author of an import knows the files of the repository, not the members of a payload. */
function told({ path, message }: FieldError, payload: Fields): string {
  const [, index] = /^(?:body\.)?files\[(\d+)\]\.(?:content|path)$/.exec(path) ?? [];
  const file = index === undefined ? undefined : recordsOf(payload, "files")[Number(index)];
  const at = (file && textOf(file, "path")) ?? path.replace(/^body\./, "").replace(/^skill_md_content$/, "SKILL.md");
  // Some messages are the rest of a sentence that begins with the member: "task_type must be one of".
  return /^[A-Z]/.test(message) || file ? `${at}: ${message}` : `${at} ${message}`;
}

function refusal(problems: readonly string[]): ServiceError {
  const first = problems.slice(0, MAX_PROBLEMS_TOLD).join("; ");
  const more = problems.length - MAX_PROBLEMS_TOLD;
  return new ServiceError("validation_failed", more > 0 ? `${first}; and ${more} more` : first);
}

/** The source's own number if it is a new one, else the next patch. */
export function nextNumber(prepared: Prepared, used: readonly string[]): string {
  const wished = prepared.submission.version;
  const latest = used.toSorted(byPrecedence).at(-1);
  if (latest === undefined) return wished;
  return prepared.isNumbered && byPrecedence(wished, latest) > 0 ? wished : bump(latest, "patch");
}

/** What the answer calls an entry that may not even have a name. */
export const entryName = ({ payload, path }: { readonly payload: Fields; readonly path: string }): string =>
  typeof payload["name"] === "string" ? payload["name"] : path;
