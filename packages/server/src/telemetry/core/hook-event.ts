import { LIFECYCLE_EVENTS } from "@tackroom/contract";

/** A lifecycle event as we keep it, whatever the harness calls its parts. */
export interface HookEvent {
  readonly event: string;
  readonly sessionId: string;
  readonly serviceName: string;
  readonly toolName: string;
  readonly toolUseId: string;
  readonly agentId: string;
  readonly model: string;
  readonly cwd: string;
  readonly isError: boolean;
}

type Body = Readonly<Record<string, unknown>>;

const KNOWN: ReadonlySet<string> = new Set(LIFECYCLE_EVENTS);
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["agentSpawn", "SessionStart"],
  ["promptSubmit", "UserPromptSubmit"],
  ["agentStop", "Stop"],
]);
const FAILURES = new Set(["PostToolUseFailure", "StopFailure"]);
const UNNAMED = "Unknown";
const MAX_LENGTH = 512;

export function readHookEvent(body: Body): HookEvent {
  const event = eventOf(body);
  return {
    event,
    sessionId: text(body, "session_id") || text(body, "conversation_id"),
    serviceName: text(body, "service_name"),
    toolName: text(body, "tool_name"),
    toolUseId: text(body, "tool_use_id"),
    agentId: text(body, "agent_id") || text(body, "agent_name"),
    model: text(body, "model"),
    cwd: text(body, "cwd"),
    isError: FAILURES.has(event) || text(body, "error") !== "",
  };
}

function eventOf(body: Body): string {
  const given = text(body, "hook_event_name");
  const name = OTHER_NAMES.get(given) ?? given.charAt(0).toUpperCase() + given.slice(1);
  if (name === "PostToolUse" && hasFailed(member(body, "tool_response"))) return "PostToolUseFailure";
  if (KNOWN.has(name)) return name;
  // Harnesses will add kinds; an invalid name is kept, but not as a name.
  return /^[A-Za-z]{1,64}$/.test(name) ? name : UNNAMED;
}

/** As an object, or as JSON in a text. */
function hasFailed(response: unknown): boolean {
  const value = typeof response === "string" ? parsed(response) : response;
  return typeof value === "object" && value !== null && "success" in value && value.success === false;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** In snake_case, or in camelCase. */
function member(body: Body, name: string): unknown {
  const camelCase = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [name, camelCase].filter((key) => Object.hasOwn(body, key)).map((key) => body[key])[0];
}

function text(body: Body, name: string): string {
  const value = member(body, name);
  return typeof value === "string" ? value.slice(0, MAX_LENGTH) : "";
}
