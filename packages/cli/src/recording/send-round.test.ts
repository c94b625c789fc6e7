import { afterEach, beforeEach, expect, test } from "vitest";
import type { HttpAnswer } from "../api/transport.js";
import { CliError } from "../errors.js";
import type { IngestClient } from "./ingest-client.js";
import { openOutbox } from "./outbox.js";
import { readSpool } from "./read-spool.js";
import { recordEntry } from "./record-events.js";
import { createRounds } from "./send-round.js";
import { TIMES } from "./sender-times.js";
import { readStates } from "./session-states.js";
import { createExporter } from "./stores/export-sessions.js";
import { createRecorder, linesOf, type Recorder } from "./testing/recorder.js";

let recorder: Recorder;
beforeEach(() => {
  recorder = createRecorder();
  recorder.signIn({ server_url: "http://registry.example.com", access_token: "token", user_id: "ada" });
});
afterEach(() => recorder.remove());

interface Sent {
  readonly session_id: string;
  readonly lines: readonly string[];
  readonly start_offset: number;
}

const answerOf = (status: number, body: object): HttpAnswer => {
  const text = JSON.stringify(body);
  return { status, headers: {}, bytes: Buffer.from(text), text };
};

/** Rounds over what was recorded, against a server that answers as the test says. */
function recorded(respond: (sent: Sent) => HttpAnswer) {
  const { cli, places } = recorder;
  let now = Date.now();
  const acknowledged = new Map<string, number>();
  const requests: Sent[] = [];
  const ingest: IngestClient = {
    canReach: () => true,
    hookEvent: () => Promise.resolve(answerOf(200, {})),
    checkpoint: ({ session }) =>
      Promise.resolve(answerOf(200, { acknowledged_line: acknowledged.get(session) ?? -1, generation: 0 })),
    ingest(_, body) {
      const sent = body as Sent;
      requests.push(sent);
      try {
        const answer = respond(sent);
        if (answer.status !== 200) return Promise.resolve(answer);
      } catch (error) {
        return Promise.reject(error);
      }
      acknowledged.set(sent.session_id, sent.start_offset + sent.lines.length - 1);
      return Promise.resolve(answerOf(200, { acknowledged_line: acknowledged.get(sent.session_id), generation: 0 }));
    },
  };
  const outbox = openOutbox(places.outbox, now);
  const exporter = createExporter(cli);
  for (const entry of readSpool(places)) recordEntry({ ground: cli, outbox, exporter }, entry);
  const lock = { isOurs: () => true, release: () => undefined };
  const round = createRounds({ outbox, ingest, lock, times: TIMES, exporter }, () => now);
  return {
    acknowledged,
    requests,
    async rounds(milliseconds: number) {
      for (const end = now + milliseconds; now < end; now += 1_000) await round();
    },
  };
}

test.each([500, 503])("a session that the server answers with %i does not block the others", async (status) => {
  for (const session of ["bad", "good", "better"]) {
    recorder.write(session, ...linesOf(3));
    recorder.event(session, "Stop");
  }
  const { acknowledged, requests, rounds } = recorded(({ session_id }) =>
    answerOf(session_id === "bad" ? status : 200, {}),
  );
  await rounds(60_000);
  expect(Object.fromEntries(acknowledged)).toEqual({ good: 2, better: 2 });
  const [waiting] = readStates(recorder.places.outbox).filter(({ wait }) => wait !== undefined);
  expect(waiting?.key.session).toBe("bad");
  expect(waiting?.wait?.reason).toBe(`HTTP ${status}`);
  expect(requests.filter(({ session_id }) => session_id === "bad").length).toBeLessThan(12);
});

test("a batch that is too large for the connection is sent in smaller parts, which grow again", async () => {
  recorder.write("s", ...linesOf(1500));
  recorder.event("s", "Stop");
  let isSlow = true;
  const { acknowledged, requests, rounds } = recorded(({ lines }) => {
    if (!isSlow || lines.length <= 130) return answerOf(200, {});
    const cause = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    throw new CliError("unavailable", "Could not reach the server (the request timed out).", { cause });
  });
  await rounds(20_000);
  expect(requests.slice(0, 3).map(({ lines }) => lines.length)).toEqual([500, 250, 125]);
  expect(acknowledged.get("s")).toBeGreaterThanOrEqual(124);
  isSlow = false;
  await rounds(600_000);
  expect(acknowledged.get("s")).toBe(1499);
  expect(readStates(recorder.places.outbox).map(({ maxLines }) => maxLines)).toEqual([undefined]);
});
