import { randomUUID } from "node:crypto";
import type { Session } from "@tackroom/contract";
import type { RequestOptions, Send } from "./people.js";

export type Answer = Record<string, unknown> & { readonly status: number };
export interface SentLine {
  readonly line: number;
  readonly end_byte: number | null;
  readonly raw: string;
}

/** A session as its exporter sees it. */
export interface ExportedSession {
  readonly id: string;
  push(body: object): Promise<Answer>;
  checkpoint(): Promise<Answer>;
  lines(query?: string): Promise<SentLine[]>;
  summary(): Promise<Session>;
  /** Everything that a refused request must leave as it was. */
  everything(): Promise<unknown>;
}

const MAX_LINES_PER_PAGE = 200;

/** Opens a session that nothing is stored of yet, unless it is given the id of another. */
export function exportSession(
  send: Send,
  credentials: Pick<RequestOptions, "token" | "key">,
  { id = `s-${randomUUID()}`, harness, project }: { id?: string; harness?: string; project?: string } = {},
): ExportedSession {
  const names = { ...(harness === undefined ? {} : { harness }), ...(project === undefined ? {} : { project }) };
  const ref = new URLSearchParams(names).toString();
  const path = `/sessions/${encodeURIComponent(id.toWellFormed())}`;
  const checkpoint = async (): Promise<Answer> => {
    const query = new URLSearchParams({ session_id: id, ...names });
    return answerOf(await send(`GET /ingest/session/checkpoint?${query.toString()}`, credentials));
  };
  const lines = async (query = ""): Promise<SentLine[]> => {
    const page = await send(`GET ${path}/lines?limit=${MAX_LINES_PER_PAGE}&${ref}&${query}`, credentials);
    return page.statusCode === 404 ? [] : page.json();
  };
  const summary = async (): Promise<Session> => (await send(`GET ${path}?${ref}`, credentials)).json();
  return {
    id,
    checkpoint,
    lines,
    summary,
    push: async (body) =>
      answerOf(await send("POST /ingest/session", { ...credentials, body: { session_id: id, ...names, ...body } })),
    everything: async () => [
      await checkpoint(),
      await lines(),
      await lines("superseded=true"),
      await withoutRequestId(summary),
    ],
  };
}

const answerOf = (answer: Awaited<ReturnType<Send>>): Answer => ({ ...answer.json(), status: answer.statusCode });

async function withoutRequestId(summary: () => Promise<object>): Promise<object> {
  return { ...(await summary()), request_id: null };
}
