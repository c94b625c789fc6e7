import type { Session } from "@tackroom/contract";
import type { Api } from "../../api/client.js";
import { CliError } from "../../errors.js";
import { userId } from "./list-sessions.js";

export interface SessionOptions {
  readonly harness?: string;
  readonly project?: string;
  readonly person?: string;
}

/** Among the latest sessions, the start of an ID is enough. */
const LATEST = 200;

/** The session with this ID, the only recent one whose ID starts with it, or the latest. */
export async function findSession(api: Api, typed: string | undefined, options: SessionOptions): Promise<Session> {
  const { harness, project, person } = options;
  const names = { harness, project, user_id: person === undefined ? undefined : await userId(api, person) };
  if (typed === undefined) return latest(api, names);
  try {
    return await api.call("getSession", { params: { id: typed }, query: names });
  } catch (error) {
    if (!(error instanceof CliError) || error.category !== "not_found") throw withAdvice(error);
    return startingWith(api, typed, names, error);
  }
}

type Names = Readonly<Record<"harness" | "project" | "user_id", string | undefined>>;

async function latest(api: Api, names: Names): Promise<Session> {
  const { items } = await api.list("listSessions", { query: { ...names, top_level: true, limit: 1 } });
  if (items[0]) return items[0];
  throw new CliError("not_found", "No session is recorded yet.", {
    remediation: "To see what is missing for sessions to be recorded, run: tack doctor",
  });
}

async function startingWith(api: Api, start: string, names: Names, error: CliError): Promise<Session> {
  const { items } = await api.list("listSessions", { query: { ...names, limit: LATEST } });
  const found = items.filter(({ session_id: id }) => id.startsWith(start));
  if (found[0] && found.length === 1) return found[0];
  const ids = found.slice(0, 5).map(({ session_id: id }) => id);
  if (ids.length > 0) {
    throw new CliError("conflict", `${found.length} sessions start with "${start}".`, {
      resource: start,
      remediation: `Use the whole ID: ${ids.join(", ")}`,
    });
  }
  throw new CliError("not_found", error.message, {
    ...error.details,
    resource: start,
    remediation: "See your sessions: tack sessions list",
  });
}

function withAdvice(error: unknown): unknown {
  if (!(error instanceof CliError) || error.category !== "conflict") return error;
  const remediation = "Add --harness, --project or --person.";
  return new CliError("conflict", error.message, { ...error.details, remediation });
}

/** An ID alone can refer to several sessions. */
export const refOf = ({ session_id, harness, project, user_id }: Session) => ({
  params: { id: session_id },
  query: { harness, project, user_id },
});
