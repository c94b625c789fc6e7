import { isRecord, recordIn } from "../transcript/json.js";
import type { Members } from "./parse-file.js";

/** What is read elsewhere, or says nothing of how the server runs. */
const READ = new Set(
  [
    "type transport command cmd path args url serverUrl httpUrl uri env environment envs env_vars env_keys headers",
    "http_headers env_http_headers bearerToken bearer_token_env_var bearerTokenEnv name description displayName",
    "display_name title comment $comment $schema icon source version disabled enabled",
  ].flatMap((names) => names.split(" ")),
);
const DENYING = ["disabledTools", "disabled_tools", "excludeTools", "exclude_tools"];
const ALLOWING = [
  "includeTools",
  "include_tools",
  "enabledTools",
  "enabled_tools",
  "allowedTools",
  "available_tools",
  "tools",
];
const CONFINING = ["sandbox", "sandboxEnabled"];

const isNothing = (value: unknown): boolean =>
  [undefined, null, "", false].some((nothing) => value === nothing) ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

const allowsAll = (value: unknown): boolean => value === "*" || (Array.isArray(value) && value.includes("*"));

/** The members that limit which tools of a server may be used, or what the server may do. A form that we do not know counts too. */
export function limitsOf(entry: Members): string[] {
  return [...DENYING, ...ALLOWING, ...CONFINING].filter(
    (member) => !isNothing(entry[member]) && !(ALLOWING.includes(member) && allowsAll(entry[member])),
  );
}

export const lostLimits = (limits: readonly string[]): string =>
  `The registry does not support its ${limits.join(", ")}, which restrict what may be used of it.`;

/** Members that the registry has no place for, and that restrict nothing. */
export function unknownMembers(entry: Members): string[] {
  return Object.keys(entry).filter(
    (name) => !READ.has(name) && ![...DENYING, ...ALLOWING, ...CONFINING].includes(name) && !isNothing(entry[name]),
  );
}

/** `${TOKEN}` and `<token>` stand for a value. */
const isValue = (value: unknown): boolean =>
  (typeof value === "string" && value !== "" && !/^(?:\w+\s+)?[$<{%]/.test(value)) || typeof value === "number";

const VALUED_MEMBERS = ["env", "environment", "envs", "headers", "http_headers"] as const;

/** The names of variables and headers whose value is in the file, and stays there. */
export const valuedIn = (entry: Members): string[] =>
  VALUED_MEMBERS.flatMap((member) =>
    Object.entries(recordIn(entry[member])).flatMap(([name, value]) => (isValue(value) ? [name] : [])),
  );
