import { randomUUID } from "node:crypto";
import type { IngestReply, Session, SessionEvent } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import type { Person, Send } from "./people.js";

export interface Telemetry {
  /** A session of these lines, and what else is said of it; its id. */
  store(by: Person, lines: readonly string[], more?: object): Promise<string>;
  ingest(by: Person, body: object): Promise<IngestReply>;
  get(by: Person, path: string): Promise<LightMyRequestResponse>;
  /** Ids of the sessions that a list shows, in its order. */
  list(by: Person, query?: string): Promise<string[]>;
  events(by: Person, id: string, query?: string): Promise<SessionEvent[]>;
}

/** Speaks to telemetry's endpoints as exporters and people do. */
export function createTelemetry(send: Send): Telemetry {
  const ingest = async (by: Person, body: object): Promise<IngestReply> => {
    const answer = await send("POST /ingest/session", { token: by.token, body });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const get = (by: Person, path: string): Promise<LightMyRequestResponse> => send(`GET ${path}`, { token: by.token });
  return {
    ingest,
    get,
    async store(by, lines, more = {}) {
      const session_id = randomUUID();
      await ingest(by, { session_id, lines, ...more });
      return session_id;
    },
    list: async (by, query = "") =>
      (await get(by, `/sessions${query}`)).json<Session[]>().map(({ session_id }) => session_id),
    events: async (by, id, query = "") => (await get(by, `/sessions/${id}/events${query}`)).json(),
  };
}
