import { randomUUID } from "node:crypto";
import { ADMIN, type SignIn } from "./start-server.js";

export type Send = (path: string, body: object, method?: "POST" | "PUT") => Promise<Record<string, string>>;

interface Sent {
  readonly body: object;
  readonly method?: "POST" | "PUT";
  readonly token?: string;
}

async function sendTo(url: string, path: string, { body, method = "POST", token }: Sent) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

/** Sends as the admin whose pages are tested, or as another user. */
export async function createSender(url: string, { email, password }: SignIn = ADMIN): Promise<Send> {
  const { access_token: token = "" } = await sendTo(url, "/auth/login", { body: { email, password } });
  return (path, body, method = "POST") => sendTo(url, path, { body, method, token });
}

/** A turn in the format of Claude Code: a prompt, a tool call and its result. */
export function turn(n: number, { fails = false, at = new Date() } = {}): string[] {
  const timestamp = at.toISOString();
  const usage = { input_tokens: 1000, output_tokens: 100 };
  const call = { type: "tool_use", id: `t${n}`, name: "Bash", input: { command: `ls /srv/${n}` } };
  const result = { type: "tool_result", tool_use_id: `t${n}`, content: `listing number ${n}`, is_error: fails };
  const model = "claude-sonnet-4-5";
  return [
    { type: "user", timestamp, message: { role: "user", content: `Question number ${n}` } },
    { type: "assistant", timestamp, message: { id: `m${n}`, role: "assistant", model, content: [call], usage } },
    { type: "user", timestamp, message: { role: "user", content: [result] } },
  ].map((line) => JSON.stringify(line));
}

const MAX_LINES = 1000;

interface Where {
  /** The current number of lines in the session. */
  readonly after?: number;
  readonly parent?: string;
  /** The agent that ran, by ID. */
  readonly agent?: { readonly id: string; readonly version: string };
  /** Nothing more follows. */
  readonly final?: boolean;
}

/** Appends lines to a session. */
export async function ingest(
  send: Send,
  session_id: string,
  lines: readonly string[],
  { after = 0, parent, agent, final = false }: Where = {},
): Promise<void> {
  for (let at = 0; at < lines.length; at += MAX_LINES) {
    await send("/ingest/session", {
      session_id,
      lines: lines.slice(at, at + MAX_LINES),
      start_offset: after + at,
      ...(parent === undefined ? {} : { parent_session_id: parent }),
      ...(agent === undefined ? {} : { agent_id: agent.id, agent_version: agent.version }),
      final: final && at + MAX_LINES >= lines.length,
    });
  }
}

export const newSessionId = (): string => `web-${randomUUID()}`;
