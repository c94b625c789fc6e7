import { existsSync, readFileSync } from "node:fs";
import { openApi } from "../api/client.js";
import { sendHttp } from "../api/transport.js";
import type { Cli } from "../cli.js";
import { readConfig, serverOf } from "../config.js";
import { CliError, reasonOf } from "../errors.js";
import { lockHolder } from "../lock-holder.js";
import { hookScript, type TackProgram } from "./hook-script.js";
import { createIngestClient } from "./ingest-client.js";
import { reportOutbox, type Wait } from "./outbox-report.js";
import { recordingPlaces } from "./places.js";

export interface Finding {
  readonly what: string;
  readonly state: "ok" | "note" | "wrong";
  readonly says: string;
  /** How the user can fix it. */
  readonly remedy?: string;
}

const ANSWER_LIMIT_MS = 5_000;
const MAX_CLOCK_SECONDS = 120;

/** Checks the server and whether both clocks agree, because sessions with a wrong time are hard to find. */
export async function checkServer(cli: Cli, now: number): Promise<Finding[]> {
  const server = serverOf(cli);
  try {
    const url = new URL(`${server}/api/v1/health`);
    const { status, headers } = await sendHttp({ method: "GET", url, headers: {}, timeoutMs: ANSWER_LIMIT_MS });
    const isWell = status === 200;
    const answers: Finding = isWell
      ? { what: "server", state: "ok", says: `${server} is reachable` }
      : {
          what: "server",
          state: "wrong",
          says: `${server} returned HTTP ${status}`,
          remedy: "For details, run: tack status",
        };
    return [answers, ...checkClock(headers.date, now)];
  } catch (error) {
    const remedy = error instanceof CliError ? error.details.remediation : undefined;
    const says = `${reasonOf(error)} Sessions are kept in the outbox until it is reachable.`;
    return [{ what: "server", state: "wrong", says, ...(remedy === undefined ? {} : { remedy }) }];
  }
}

function checkClock(date: string | undefined, now: number): Finding[] {
  const seconds = Math.round((now - Date.parse(date ?? "")) / 1000);
  if (Number.isNaN(seconds)) return [];
  if (Math.abs(seconds) <= MAX_CLOCK_SECONDS) return [{ what: "clock", state: "ok", says: "in sync with the server" }];
  const says = `${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the server`;
  return [{ what: "clock", state: "note", says, remedy: "Synchronize both clocks with NTP." }];
}

export async function checkSignIn(cli: Cli): Promise<Finding> {
  const saved = readConfig(cli);
  const api = openApi(cli);
  const signIn = "Sign in: tack login";
  if (!api.isSignedIn) {
    return { what: "sign-in", state: "wrong", says: "not signed in; nothing is recorded", remedy: signIn };
  }
  try {
    const me = await api.call("getWhoami");
    const isSame = saved.user_id === undefined || saved.user_id === me.id;
    if (isSame) return { what: "sign-in", state: "ok", says: `signed in as ${me.email}` };
    const says = "the saved account does not match the credentials";
    return { what: "sign-in", state: "wrong", says, remedy: signIn };
  } catch (error) {
    const isRefused = error instanceof CliError && error.category === "authentication";
    return isRefused
      ? { what: "sign-in", state: "wrong", says: "the server rejected the credentials", remedy: signIn }
      : { what: "sign-in", state: "note", says: `could not be checked (${reasonOf(error)})` };
  }
}

export function isScriptCurrent(cli: Cli, program: TackProgram): boolean {
  const { script } = recordingPlaces(cli.home);
  return existsSync(script) && readFileSync(script, "utf8") === hookScript(program);
}

export function checkScript(cli: Cli, program: TackProgram): Finding {
  if (cli.platform === "win32") return { what: "script", state: "ok", says: "not needed; hooks call tack directly" };
  const { script } = recordingPlaces(cli.home);
  if (isScriptCurrent(cli, program)) return { what: "script", state: "ok", says: script };
  const says = existsSync(script) ? `${script} belongs to another version or installation` : `${script} is missing`;
  return { what: "script", state: "wrong", says, remedy: "Install it: tack doctor --yes" };
}

export function checkOutbox(cli: Cli, now: number): Finding[] {
  const places = recordingPlaces(cli.home);
  const { canReach } = createIngestClient(cli);
  const { spooled, unrecorded, waiting, bytes, open, held, waits, troubled } = reportOutbox(places, now, canReach);
  const sender = lockHolder(places.lock, now);
  const idle = spooled + waiting === 0;
  const senderSays = sender ? `running (process ${sender})` : idle ? "idle until the next event" : "not running";
  const size = bytes === 0 ? "" : `, ${Math.ceil(bytes / 1024)} KiB`;
  return [
    {
      what: "sender",
      state: sender || idle ? "ok" : "note",
      says: senderSays,
      ...(sender || idle ? {} : { remedy: "It starts with the next event. To start it now, run: tack reconcile" }),
    },
    {
      what: "outbox",
      state: "ok",
      says: `${spooled} events and ${waiting} lines pending${size}; ${open} open sessions`,
    },
    ...unrecorded.map(({ path, reason }): Finding => ({
      what: "spool",
      state: "wrong",
      says: `${path} could not be recorded: ${reason}`,
      remedy: "Fix the cause, then run: tack reconcile. The event is lost if you delete the file.",
    })),
    ...(held === 0 ? [] : [heldBack(held)]),
    ...waits.map((wait) => waitFinding(wait, now, sender !== undefined)),
    ...troubled.map(({ key, reason }): Finding => ({
      what: "session",
      state: "wrong",
      says: `${key.harness} ${key.session}: ${reason}`,
      remedy: `Retry with: tack reconcile --harness ${key.harness}`,
    })),
  ];
}

function waitFinding({ server, reason, sessions, until }: Wait, now: number, isSent: boolean): Finding {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const next = isSent ? `Retrying in ${seconds} s.` : "Retried when the sender runs next.";
  const pending = sessions === 1 ? "1 session is pending" : `${sessions} sessions are pending`;
  return { what: "outbox", state: "note", says: `${pending} for ${server}: ${reason}`, remedy: next };
}

const heldBack = (held: number): Finding => ({
  what: "outbox",
  state: "note",
  says: `${held} sessions were recorded for another account or server and are held back`,
  remedy: "They are sent when that account signs in again on this machine.",
});
