import { existsSync, readFileSync } from "node:fs";
import { openApi } from "../api/client.js";
import { sendHttp } from "../api/transport.js";
import type { Cli } from "../cli.js";
import { readConfig, serverOf } from "../config.js";
import { CliError, reasonOf } from "../errors.js";
import { hookScript, type TackProgram } from "./hook-script.js";
import { createIngestClient } from "./ingest-client.js";
import { reportOutbox, type Wait } from "./outbox-report.js";
import { recordingPlaces } from "./places.js";
import { whoSends } from "./sender-lock.js";

export interface Finding {
  readonly what: string;
  readonly state: "ok" | "note" | "wrong";
  readonly says: string;
  /** What the person can do about it. */
  readonly remedy?: string;
}

const ANSWER_LIMIT_MS = 5_000;
const MAX_CLOCK_SECONDS = 120;

/** The server, and whether the two clocks agree: sessions of another time are hard to find. */
export async function checkServer(cli: Cli, now: number): Promise<Finding[]> {
  const server = serverOf(cli);
  try {
    const url = new URL(`${server}/api/v1/health`);
    const { status, headers } = await sendHttp({ method: "GET", url, headers: {}, timeoutMs: ANSWER_LIMIT_MS });
    const isWell = status === 200;
    const answers: Finding = isWell
      ? { what: "server", state: "ok", says: `${server} answers` }
      : {
          what: "server",
          state: "wrong",
          says: `${server} answers HTTP ${status}`,
          remedy: "Look closer: tack status",
        };
    return [answers, ...checkClock(headers.date, now)];
  } catch (error) {
    const remedy = error instanceof CliError ? error.details.remediation : undefined;
    const says = `${reasonOf(error)} Sessions wait in the outbox meanwhile.`;
    return [{ what: "server", state: "wrong", says, ...(remedy === undefined ? {} : { remedy }) }];
  }
}

function checkClock(date: string | undefined, now: number): Finding[] {
  const seconds = Math.round((now - Date.parse(date ?? "")) / 1000);
  if (Number.isNaN(seconds)) return [];
  if (Math.abs(seconds) <= MAX_CLOCK_SECONDS) return [{ what: "clock", state: "ok", says: "agrees with the server's" }];
  const says = `this machine is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the server`;
  return [{ what: "clock", state: "note", says, remedy: "Have both set their clocks over the network." }];
}

export async function checkSignIn(cli: Cli): Promise<Finding> {
  const saved = readConfig(cli);
  const api = openApi(cli);
  const signIn = "Sign in: tack login";
  if (!api.isSignedIn) {
    return { what: "sign-in", state: "wrong", says: "nobody is signed in: nothing is recorded", remedy: signIn };
  }
  try {
    const me = await api.call("getWhoami");
    const isSame = saved.user_id === undefined || saved.user_id === me.id;
    if (isSame) return { what: "sign-in", state: "ok", says: `as ${me.email}` };
    const says = "the saved account is another than the one of the credentials";
    return { what: "sign-in", state: "wrong", says, remedy: signIn };
  } catch (error) {
    const isRefused = error instanceof CliError && error.category === "authentication";
    return isRefused
      ? { what: "sign-in", state: "wrong", says: "the credentials are refused", remedy: signIn }
      : { what: "sign-in", state: "note", says: `could not be checked (${reasonOf(error)})` };
  }
}

export function isScriptCurrent(cli: Cli, program: TackProgram): boolean {
  const { script } = recordingPlaces(cli.home);
  return existsSync(script) && readFileSync(script, "utf8") === hookScript(program);
}

export function checkScript(cli: Cli, program: TackProgram): Finding {
  if (cli.platform === "win32") return { what: "script", state: "ok", says: "not needed: hooks call tack itself" };
  const { script } = recordingPlaces(cli.home);
  if (isScriptCurrent(cli, program)) return { what: "script", state: "ok", says: script };
  const says = existsSync(script) ? `${script} is of another release or place` : `${script} is missing`;
  return { what: "script", state: "wrong", says, remedy: "Write it: tack doctor --yes" };
}

export function checkOutbox(cli: Cli, now: number): Finding[] {
  const places = recordingPlaces(cli.home);
  const { canReach } = createIngestClient(cli);
  const { spooled, waiting, bytes, open, held, waits, troubled } = reportOutbox(places, now, canReach);
  const sender = whoSends(places, now);
  const idle = spooled + waiting === 0;
  const senderSays = sender ? `runs (process ${sender.pid})` : idle ? "sleeps until the next event" : "does not run";
  const size = bytes === 0 ? "" : `, ${Math.ceil(bytes / 1024)} KiB`;
  return [
    {
      what: "sender",
      state: sender || idle ? "ok" : "note",
      says: senderSays,
      ...(sender || idle ? {} : { remedy: "It starts with the next event; now: tack reconcile" }),
    },
    {
      what: "outbox",
      state: "ok",
      says: `${spooled} events and ${waiting} lines wait${size}; ${open} sessions are open`,
    },
    ...(held === 0 ? [] : [heldBack(held)]),
    ...waits.map((wait) => waitFinding(wait, now, sender !== undefined)),
    ...troubled.map(({ key, reason }): Finding => ({
      what: "session",
      state: "wrong",
      says: `${key.harness} ${key.session}: ${reason}`,
      remedy: `Try it again: tack reconcile --harness ${key.harness}`,
    })),
  ];
}

function waitFinding({ server, reason, sessions, until }: Wait, now: number, isSent: boolean): Finding {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const next = isSent ? `It is tried again in ${seconds} s.` : "It is tried again when the sender runs next.";
  const whose = sessions === 1 ? "1 session waits" : `${sessions} sessions wait`;
  return { what: "outbox", state: "note", says: `${whose} for ${server}: ${reason}`, remedy: next };
}

const heldBack = (held: number): Finding => ({
  what: "outbox",
  state: "note",
  says: `${held} sessions were recorded for another account or server, and wait for it`,
  remedy: "They are sent once that account signs in here again.",
});
