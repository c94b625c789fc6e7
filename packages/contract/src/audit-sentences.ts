import type { AuditEvent } from "./audit.js";
import { AUDIT_ACTIONS, RESOURCE_WORDS, type ActionWords } from "./audit-actions.js";

/** A piece of a sentence; who did it and to what can be emphasized. */
export interface SentencePart {
  readonly kind: "text" | "actor" | "target";
  readonly text: string;
}

type Told = Pick<
  AuditEvent,
  | "action"
  | "actor_email"
  | "actor_id"
  | "resource_type"
  | "resource_id"
  | "resource_name"
  | "detail"
  | "outcome"
  | "source"
  | "http_path"
>;

/** A record as a sentence: "ada@example.com approved version 1.2.0 of ada/search". */
export const auditSentence = (event: Told): string =>
  sentenceParts(event)
    .map(({ text }) => text)
    .join("");

export function sentenceParts(event: Told): SentencePart[] {
  const words = AUDIT_ACTIONS.get(event.action) ?? unknownAction(event);
  const [verb, ending] = verbAndEnding(words, event.outcome);
  const template = `{actor} ${verb} ${words.object}`;
  const values = valuesOf(event);
  const parts = template.split(/(\{\w+\})/).map((piece): SentencePart => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    const text = name === undefined ? piece : (values[name] ?? "");
    return { kind: name === "actor" || name === "target" ? name : "text", text };
  });
  return tidy([...parts, { kind: "text", text: ending }]);
}

const ENDINGS: Readonly<Record<Exclude<AuditEvent["outcome"], "success" | "denied">, string>> = {
  not_found: ", which was not found",
  client_error: ", but the request was invalid",
  error: ", but the server failed",
};

function verbAndEnding(words: ActionWords, outcome: AuditEvent["outcome"]): [verb: string, ending: string] {
  if (outcome === "success" || words.tellsOutcome) return [words.past, ""];
  if (outcome === "denied") return [`was not allowed to ${words.infinitive}`, ""];
  return [`tried to ${words.infinitive}`, ENDINGS[outcome]];
}

/** `cli.<action>` is what people's own scripts report; anything else comes from another release. */
function unknownAction({ action }: Told): ActionWords {
  const [area = "", ...rest] = action.split(".");
  const name = (area === "cli" ? rest : [area, ...rest]).join(" ").replaceAll("_", " ");
  const what = area === "cli" ? `from the command line: ${name}` : `“${name}” {on}`;
  return area === "cli"
    ? { past: "reported", infinitive: "report", object: what }
    : { past: "performed", infinitive: "perform", object: what };
}

function valuesOf(event: Told): Readonly<Record<string, string>> {
  const facts = factsIn(event.detail);
  const change = Object.values(facts).find(isChange);
  const [from, to] = change ? [valueText(change.from), valueText(change.to)] : ["", ""];
  const version = facts["version"];
  const target = targetText(event);
  const member = facts["member"];
  return {
    actor: actorText(event),
    target,
    on: event.resource_type === null ? "" : `on ${target}`,
    as: event.actor_email === null && event.resource_name !== null ? `as ${event.resource_name}` : "",
    path: event.http_path ?? "",
    version: typeof version === "string" && version !== "" ? `version ${version} of` : "",
    member: typeof member === "string" ? member : "a member",
    from: from || "someone",
    to: to || "someone",
    change: [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(" "),
  };
}

function actorText({ actor_email: email, actor_id: id, source }: Told): string {
  if (email !== null && email !== "") return email;
  if (source === "system") return "The server";
  return id === null ? "Someone who was not signed in" : "An account without an email address";
}

/** Names and readable IDs; what only a machine can read is left to the details. */
const OPAQUE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^[0-9a-f]{24,}$/i;

/** The name alone is enough for these. */
const NAMED_BY_NAME: ReadonlySet<string | null> = new Set(["user", "submission", "item", "feedback"]);

function targetText({ resource_type: type, resource_id: id, resource_name: name }: Told): string {
  const shown = name ?? (id !== null && !OPAQUE.test(id) ? id : "");
  const kind = type === null ? "something" : wordsOf(type);
  if (shown === "") return /^([aeiou]|MCP)/i.test(kind) ? `an ${kind}` : `a ${kind}`;
  return NAMED_BY_NAME.has(type) || type === null ? shown : `${kind} ${shown}`;
}

/** "MCP server" for `mcp`. */
export const wordsOf = (resourceType: string): string =>
  Object.hasOwn(RESOURCE_WORDS, resourceType)
    ? RESOURCE_WORDS[resourceType as keyof typeof RESOURCE_WORDS]
    : resourceType.replaceAll("_", " ");

type Change = { readonly from: unknown; readonly to: unknown };

const isChange = (value: unknown): value is Change =>
  typeof value === "object" && value !== null && "from" in value && "to" in value;

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.length <= MAX_VALUE_LENGTH ? value : "";
}

/** Longer values are left to the details. */
const MAX_VALUE_LENGTH = 80;

/** Records of changes contain a JSON object; reports of clients are plain text. */
function factsIn(detail: string | null): Readonly<Record<string, unknown>> {
  if (!detail?.startsWith("{")) return {};
  try {
    return JSON.parse(detail) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Placeholders without a value leave gaps: joins them, and drops empty pieces. */
function tidy(parts: readonly SentencePart[]): SentencePart[] {
  const tidied: SentencePart[] = [];
  for (const { kind, text } of parts) {
    const endsInSpace = tidied.length === 0 || tidied.at(-1)?.text.endsWith(" ");
    const clean = kind === "text" ? text.replaceAll(/ {2,}/g, " ") : text;
    const piece = endsInSpace && kind === "text" ? clean.trimStart() : clean;
    if (piece !== "") tidied.push({ kind, text: piece });
  }
  const last = tidied.at(-1);
  if (last?.kind === "text") tidied[tidied.length - 1] = { ...last, text: last.text.trimEnd() };
  return mergeEnding(tidied);
}

/** An ending begins with a comma, which no space may precede. */
function mergeEnding(parts: readonly SentencePart[]): SentencePart[] {
  return parts
    .map((part, at) => (parts[at + 1]?.text.startsWith(",") ? { ...part, text: part.text.trimEnd() } : part))
    .filter(({ text }) => text !== "");
}

/** An action as a choice: "approve", with what it is done to left open. */
export function actionLabel(action: string): string {
  const words = AUDIT_ACTIONS.get(action);
  if (!words) return action;
  const [kind = ""] = action.split(".");
  const object = words.object
    .replaceAll("{target}", Object.hasOwn(RESOURCE_WORDS, kind) ? wordsOf(kind) : "…")
    .replaceAll(/\{(?:to|from|member)\}/g, "someone")
    .replaceAll(/\{\w+\}/g, "");
  const text = `${words.infinitive} ${object}`.replaceAll(/ {2,}/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
