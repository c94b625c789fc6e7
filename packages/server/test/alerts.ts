import { randomUUID } from "node:crypto";
import type { AlertFiring, AlertRule } from "@tackroom/contract";
import type { ServerResponse } from "node:http";
import { evaluateUntil } from "../src/alerts/jobs.js";
import { runSql } from "../src/platform/relational/index.js";
import { openSealing } from "../src/platform/sealing/index.js";
import { importSetting, loadSettings, openSettings, storeTogether } from "../src/settings/index.js";
import { openTelemetry } from "../src/telemetry/index.js";
import { createReportStore, type ToolCallRow } from "../src/telemetry/stores/report-store.js";
import { createSend, invitePeople, type People, type Person, type Send } from "./people.js";
import { startTestServer, type TestServer } from "./server.js";
import type { RunningStores, ServerSize } from "./sizes.js";
import { createTelemetry, type Telemetry } from "./telemetry.js";
import { assistant, toolCall, toolResult } from "./transcripts.js";
import { startWebSite, type SeenRequest, type WebSite } from "./web-site.js";

export const MINUTE = 60_000;

/** What is told of a minute in a transcript. */
export interface MadeCalls {
  readonly calls: number;
  readonly failed?: number;
  readonly server?: string;
  readonly latencyMs?: number;
  readonly tokens?: number;
  readonly more?: object;
}

export interface AlertWorld {
  readonly server: TestServer;
  readonly send: Send;
  readonly people: People & { readonly admin: Person };
  readonly telemetry: Telemetry;
  readonly site: WebSite;
  /** What the webhook answers; 204 if not said. */
  answer: (request: SeenRequest, response: ServerResponse) => void;
  /** A moment long enough ago that tests have a day and more to fill; rules that are created here watch since then. */
  readonly base: number;
  /** Evaluates as the job does, as if it were that moment. */
  evaluate(now: number): Promise<void>;
  create(by: Person, body?: object): Promise<AlertRule & { readonly webhook_secret: string }>;
  get(by: Person, id: string): Promise<AlertRule>;
  history(by: Person, id: string): Promise<AlertFiring[]>;
  /** A session with tool calls, all in the minute that begins then. */
  makeCalls(by: Person, minute: number, made: MadeCalls): Promise<void>;
  /** Calls that a client reports, as if they had arrived in that minute. */
  reportCalls(
    by: Person,
    minute: number,
    server: string,
    calls: readonly { ok: boolean; latencyMs: number }[],
  ): Promise<void>;
  close(): Promise<void>;
}

export const RULE = { name: "Too many failures", metric: "error_rate", threshold: 0.5, condition: "above" };

const noContent = (_request: SeenRequest, response: ServerResponse): void => void response.writeHead(204).end();

/** A server with a site for its webhooks; the schedule of evaluations is the test's own. */
export async function openAlertWorld(
  on?: ServerSize | RunningStores,
  env: Record<string, string> = {},
): Promise<AlertWorld> {
  let world: AlertWorld | undefined = undefined;
  const site = await startWebSite((request, response) => (world?.answer ?? noContent)(request, response));
  const stores = on && "env" in on ? on.env : {};
  const server = await startTestServer({
    ...(on && "start" in on ? { on } : {}),
    env: { ...stores, OUTBOUND_ALLOWED_HOSTS: site.host, ...env },
  });
  await runSql(server.platform.relational, "DELETE FROM jobs.schedule WHERE name = 'alerts.evaluate'", []);
  const send = createSend(server);
  const people = await invitePeople(server);
  const settings = await openOwnSettings(server);
  const { relational: db, jobs, outbound, log } = server.platform;
  const { reports } = openTelemetry(server.platform, settings);
  const sealing = openSealing(server.platform.config);
  const telemetry = createTelemetry(send);
  const read = async <T>(by: Person, path: string): Promise<T> =>
    (await send(`GET ${path}`, { token: by.token })).json();
  const base = Math.floor(Date.now() / MINUTE) * MINUTE - 2000 * MINUTE;
  world = {
    server,
    send,
    people,
    telemetry,
    site,
    answer: noContent,
    base,
    evaluate: (now) =>
      evaluateUntil(
        { db, transaction: db.transaction, jobs, reports, settings, outbound, sealing, log },
        new Date(now),
      ),
    async create(by, body = {}) {
      const answer = await send("POST /alerts", { token: by.token, body: { ...RULE, ...body } });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      const rule = answer.json();
      const since = "UPDATE alert_rule SET watching_since = $2, evaluated_until = $2 WHERE id = $1";
      await runSql(db, since, [rule.id, new Date(base - MINUTE).toISOString()]);
      return rule;
    },
    get: (by, id) => read(by, `/alerts/${id}`),
    history: (by, id) => read(by, `/alerts/${id}/history`),
    makeCalls: async (by, minute, { more = {}, ...made }) => {
      await telemetry.store(by, linesOf(minute, made), more);
    },
    reportCalls: (by, minute, mcpServer, calls) =>
      createReportStore(server.platform.analytical).appendToolCalls(
        calls.map((call) => reportOf(by, minute, mcpServer, call)),
      ),
    async close() {
      settings.close();
      await server.close();
      await site.close();
    },
  };
  return world;
}

const reportOf = (
  by: Person,
  minute: number,
  mcpServer: string,
  call: { ok: boolean; latencyMs: number },
): ToolCallRow => ({
  received_at: new Date(minute + 5000).toISOString(),
  event_id: randomUUID(),
  mcp_server_id: mcpServer,
  user_id: by.user.id,
  harness: "claude-code",
  session_id: "",
  tool_name: "t",
  status: call.ok ? "success" : "error",
  user_action: "",
  latency_ms: call.latencyMs,
  input_params: "",
  response: "",
});

function openOwnSettings({ platform: { relational, config, bus, log } }: TestServer) {
  return openSettings({
    loadSettings: () => loadSettings(relational),
    importSetting: (setting) => importSetting(relational, setting),
    storeTogether: (together) => relational.transaction((tx) => storeTogether(tx, together)),
    config,
    sealing: openSealing(config),
    bus,
    log,
  });
}

function linesOf(
  minute: number,
  { calls, failed = 0, server = "github", latencyMs = 100, tokens = 0 }: MadeCalls,
): string[] {
  const lines = Array.from({ length: calls }, (_, n) => {
    const [made, done] = [minute + n * 10, minute + n * 10 + latencyMs].map((ms) => new Date(ms).toISOString());
    const name = server === "" ? "Bash" : `mcp__${server}__search`;
    return [
      assistant([toolCall(`c${n}`, name, {})], { timestamp: made as string, id: `m${n}` }),
      toolResult(`c${n}`, "done", { isError: n < failed, timestamp: done as string }),
    ];
  }).flat();
  if (tokens === 0) return lines;
  const usage = { input_tokens: tokens, output_tokens: 0 };
  return [
    ...lines,
    assistant([{ type: "text", text: "x" }], { timestamp: new Date(minute).toISOString(), id: "u", usage }),
  ];
}
