import { setTimeout as sleep } from "node:timers/promises";
import type { Session, SessionEvent } from "@tackroom/contract";
import { openApi, type Api } from "../../api/client.js";
import { note, say, sayJson, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { wholeNumber } from "../numbers.js";
import { findSession, refOf, type SessionOptions } from "./find-session.js";
import { nameOf, stateOf } from "./session-words.js";
import { stepLine } from "./step-lines.js";
import { exitOnInterrupt } from "../follow.js";

interface TailOptions extends SessionOptions {
  readonly lines?: string;
}

const DEFAULT_LINES = 10;
const ASK_EVERY_MS = 2000;
const PAGE = 200;

/** `tack sessions tail`: asks again and again, since the lines of a session arrive seconds after they are written. */
export async function tailSession(cli: Cli, typed: string | undefined, options: TailOptions): Promise<void> {
  const lines = wholeNumber("--lines", options.lines) ?? DEFAULT_LINES;
  const api = openApi(cli);
  const session = await findSession(api, typed, options);
  if (cli.flags.output === "table") {
    note(cli, `${nameOf(session) || session.session_id} (${stateOf(session)}). Stop with Ctrl-C.`);
  }
  exitOnInterrupt();
  const total = await countEvents(api, session);
  let offset = Math.max(0, total - lines);
  for (;;) {
    // Asked before the events: what comes in between is shown by the next round.
    const isEnded = await hasEnded(api, session);
    offset += await showFrom(cli, api, session, offset);
    if (isEnded) return;
    await sleep(ASK_EVERY_MS);
  }
}

async function countEvents(api: Api, session: Session): Promise<number> {
  const { params, query } = refOf(session);
  return (await api.list("listSessionEvents", { params, query: { ...query, limit: 1 } })).total;
}

/** Shows all events from there on, and returns how many. */
async function showFrom(cli: Cli, api: Api, session: Session, first: number): Promise<number> {
  const { params, query } = refOf(session);
  for (let shown = 0; ;) {
    const page = { limit: PAGE, offset: first + shown };
    const items = await orNone(() => api.list("listSessionEvents", { params, query: { ...query, ...page } }));
    for (const event of items) showEvent(cli, event);
    shown += items.length;
    if (items.length < PAGE) return shown;
  }
}

function showEvent(cli: Cli, event: SessionEvent): void {
  if (cli.flags.output === "json") return sayJson(cli, JSON.stringify(event));
  const line = stepLine(cli, event);
  if (line !== undefined) say(cli, line);
}

async function hasEnded(api: Api, session: Session): Promise<boolean> {
  const now = await orNone(async () => ({ items: [await api.call("getSession", refOf(session))] }));
  return now[0]?.final ?? false;
}

/** A server that restarts meanwhile is asked again. */
async function orNone<Item>(ask: () => Promise<{ readonly items: readonly Item[] }>): Promise<readonly Item[]> {
  try {
    return (await ask()).items;
  } catch (error) {
    if (error instanceof CliError && error.category === "unavailable") return [];
    throw error;
  }
}
