import { readFileSync } from "node:fs";
import { ERRORS, ROLES, type Problem } from "@tackroom/contract";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../test/eventually.js";
import { inviteFuzzers, type Fuzzer } from "../test/fuzz/callers.js";
import { operationsOf, shapesOf, type Known, type OpenApi, type Operation } from "../test/fuzz/operations.js";
import { createRandom, SEED } from "../test/fuzz/random.js";
import { makeRequest, type FuzzRequest } from "../test/fuzz/requests.js";
import { createSend } from "../test/people.js";
import { startTestServer, type TestServer } from "../test/server.js";
import { largestSize } from "../test/sizes.js";

/** The checked-in description, which another test keeps true: it says which tests there are before a server runs. */
const description = readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8");
const SHAPES = shapesOf(operationsOf(JSON.parse(description) as OpenApi));
/** More to look further: FUZZ_EACH=100 npm test -- fuzz */
const EACH = Number(process.env["FUZZ_EACH"] ?? 3);
const FUZZERS = ["anonymous", ...ROLES];
/** What the six kinds share, one after another gets a request; each of them gets at least one. */
const perOperation = (operations: readonly unknown[]): number =>
  operations.length === 1 ? EACH : Math.ceil(EACH / 2 / operations.length);
const REQUESTS = SHAPES.reduce(
  (sum, { operations }) => sum + operations.length * perOperation(operations) * FUZZERS.length,
  0,
);
/** On a quiet machine, to see that nothing is slow: FUZZ_HANGS_AFTER_MS=5000. */
const HANGS_AFTER_MS = Number(process.env["FUZZ_HANGS_AFTER_MS"] ?? 20_000);

interface Tally {
  sent: number;
  signedIn: number;
  pastGuard: number;
}

describe.each(largestSize)(`rubbish of seed ${SEED} ($size)`, (on) => {
  let server: TestServer;
  let fuzzers: Fuzzer[];
  let known: Known;
  const tally: Tally = { sent: 0, signedIn: 0, pastGuard: 0 };
  beforeAll(async () => {
    // Behind a trusted proxy, what a stranger writes into X-Forwarded-For is believed: so that has to be survived too.
    server = await startTestServer({ on, env: { TRUSTED_PROXIES: "127.0.0.1", MAX_REQUEST_SIZE_MB: "2" } });
    ({ fuzzers, known } = await inviteFuzzers(server));
  });
  afterAll(() => server.close());

  const send = ({ method, url, headers, payload }: FuzzRequest): Promise<LightMyRequestResponse | "hangs"> => {
    const options = { method, url, headers, ...(payload === undefined ? {} : { payload }) } as InjectOptions;
    return orHangs(server.app.inject(options));
  };

  async function fuzz(fuzzer: Fuzzer, operation: Operation, request: FuzzRequest): Promise<string[]> {
    const sent = { ...request, headers: { ...request.headers, ...fuzzer.credentials() } };
    const answer = await send(sent);
    tally.sent += 1;
    const problem = problemWith(answer, operation.path);
    await restockAfter(operation, answer !== "hangs" && answer.statusCode < 300);
    if (fuzzer.name !== "anonymous" && answer !== "hangs") {
      const isOut = answer.statusCode === 401;
      tally.signedIn += 1;
      tally.pastGuard += isOut || answer.statusCode === 403 ? 0 : 1;
      if (isOut) await fuzzer.renew();
    }
    return problem === undefined ? [] : [`${problem} to ${fuzzer.name}: ${shown(request)}`];
  }

  /** What was deleted is missed by the requests to come. */
  const restockAfter = async ({ method, type }: Operation, deleted: boolean): Promise<void> => {
    if (deleted && method === "DELETE" && type) await known.items.restock(type);
  };

  test.each(SHAPES)("$name survives it", async ({ operations }) => {
    const sendAll = async (fuzzer: Fuzzer): Promise<string[]> => {
      const found: string[] = [];
      for (const operation of operations) {
        const random = createRandom(`${operation.name} ${fuzzer.name}`);
        for (let count = 0; count < perOperation(operations); count++) {
          found.push(...(await fuzz(fuzzer, operation, makeRequest(operation, random, known))));
        }
      }
      return found;
    };
    expect((await Promise.all(fuzzers.map(sendAll))).flat()).toEqual([]);
  });

  test(`came in ${REQUESTS} requests, of which those who are signed in got many past the guard`, () => {
    expect(tally.sent).toBe(REQUESTS);
    expect(tally.pastGuard / tally.signedIn).toBeGreaterThan(0.5);
  });

  test("leaves a server that is well, lets people in, and has logged no error", async () => {
    await eventually(async () =>
      expect((await server.app.inject({ url: "/health" })).json()).toMatchObject({ status: "ok" }),
    );
    const root = fuzzers.find(({ name }) => name === "super_admin");
    await root?.renew();
    const headers = root?.credentials() ?? {};
    expect((await createSend(server)("GET /auth/whoami", { headers })).statusCode).toBe(200);
    // A store may answer late on a busy machine; that it answers again was seen above.
    const isLate = (message: unknown): boolean => String(message).endsWith("store is not responding");
    const errors = server.lines.filter(({ level }) => level === "error" || level === "fatal");
    expect(errors.filter(({ msg }) => !isLate(msg))).toEqual([]);
  });

  test("leaves an audit log whose chain holds", async () => {
    const root = fuzzers.find(({ name }) => name === "super_admin");
    const checked = await createSend(server)("GET /admin/audit-log/verify", { headers: root?.credentials() ?? {} });
    expect(checked.json()).toMatchObject({ ok: true });
  });
});

function orHangs<T>(answer: Promise<T>): Promise<T | "hangs"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"hangs">((resolve) => {
    timer = setTimeout(() => resolve("hangs"), HANGS_AFTER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** What is wrong with an answer, whatever the question was. */
function problemWith(answer: LightMyRequestResponse | "hangs", path: string): string | undefined {
  if (answer === "hangs") return "no answer";
  const { statusCode, headers } = answer;
  if (statusCode < 400) return undefined;
  const envelope = ENVELOPES.find(({ paths }) => paths.test(path));
  // What is switched off, or not offered over this protocol, is told as 501.
  if (statusCode >= 500 && !(envelope && statusCode === 501)) return `${statusCode} ${answer.body}`;
  const type = String(headers["content-type"]);
  if (envelope && type.startsWith("application/json") && envelope.holds(answer.json())) return undefined;
  if (!type.startsWith("application/problem+json")) return `${statusCode} ${type}`;
  const { code, status, request_id, detail } = answer.json<Problem>();
  const isWhole = code in ERRORS && status === statusCode && detail.length > 0;
  return isWhole && request_id === headers["x-request-id"]
    ? undefined
    : `${statusCode} with the problem ${answer.body}`;
}

type Members = Readonly<Record<string, unknown>>;
const isSaid = (text: unknown): boolean => typeof text === "string" && text.length > 0;

/** Where failures are told as other protocols do; what is no path of them is told as everywhere. */
const ENVELOPES: readonly { readonly paths: RegExp; readonly holds: (body: Members) => boolean }[] = [
  {
    paths: /^\/(api\/v1\/(ard|artifacts)\/|\.well-known\/(ard|ai-catalog)\.json)/,
    holds: ({ errorCode, message }) => /^[A-Z_]+$/.test(String(errorCode)) && isSaid(message),
  },
  { paths: /^(\/c\/[^/]+)?\/v0(\.1)?\//, holds: ({ error }) => isSaid(error) },
  {
    paths: /^\/oauth\//,
    holds: ({ error, error_description }) => /^[a-z_]+$/.test(String(error)) && isSaid(error_description),
  },
  // JSON-RPC: an error of the protocol comes with a status too.
  {
    paths: /^\/mcp$/,
    holds: ({ error }) => typeof error === "object" && error !== null && isSaid((error as Members)["message"]),
  },
];

const shown = ({ method, url, headers, payload }: FuzzRequest): string =>
  `${method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${JSON.stringify(payload?.toString())?.slice(0, 300)}`;
