import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createSend,
  invitePeople,
  PASSWORD,
  verdict,
  type People,
  type Person,
  type Send,
} from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { prompt } from "../../../test/transcripts.js";

interface Exported {
  readonly type: string;
  readonly session_id: string;
  readonly [member: string]: unknown;
}

describe.each(largestSize)("an export of one's own telemetry ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const exported = async ({ token }: Pick<Person, "token">): Promise<Exported[]> => {
    const answer = await send("GET /telemetry/export", { token });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
    const lines = answer.body.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as Exported);
  };

  test("has every line as it was sent, and nothing of anybody else", async () => {
    const [ada, bob] = [await people.join(), await people.join("super_admin")];
    const many = Array.from({ length: 1500 }, (_, at) => prompt(`line ${at} \u2028 {"a":1}`));
    const long = await telemetry.store(ada, many.slice(0, 1000));
    await telemetry.ingest(ada, { session_id: long, start_offset: 1000, lines: many.slice(1000) });
    const short = await telemetry.store(ada, [prompt("short")]);
    const hers = await telemetry.store(bob, [prompt("not ada's")]);
    await send(`POST /sessions/${short}/ratings`, {
      token: ada.token,
      body: { dimension: "goal_completion", score: 80, note: "fine" },
    });

    const records = await exported(ada);
    const rawOf = (id: string): unknown[] =>
      records.filter((each) => each.type === "line" && each.session_id === id).map(({ raw }) => raw);
    expect(rawOf(long)).toEqual(many);
    expect(rawOf(short)).toEqual([prompt("short")]);
    expect(records.filter(({ type }) => type === "session").map(({ session_id: id }) => id)).toHaveLength(2);
    expect(records.filter(({ type }) => type === "rating")).toMatchObject([
      { session_id: short, dimension: "goal_completion", score: 80, note: "fine" },
    ]);
    expect(JSON.stringify(records)).not.toContain("not ada's");
    expect((await exported(bob)).map(({ session_id: id }) => id)).toEqual([hers, hers]);
    expect(await exported(await people.join())).toEqual([]);
  });

  test("is not for a sign-in whose password an admin has set", async () => {
    const ada = await people.join();
    await telemetry.store(ada, [prompt("private")]);
    const path = `/admin/users/${ada.user.id}/password` as const;
    const given = "Another-Horse-8";
    await send(`PUT ${path}`, { token: people.admin.token, body: { new_password: given } });
    const login = async (password: string) =>
      (await send("POST /auth/login", { body: { email: ada.user.email, password } })).json<{ access_token: string }>();
    const { access_token: token } = await login(given);
    const body = { current_password: given, new_password: PASSWORD };
    expect((await send("PUT /auth/profile/password", { token, body })).statusCode).toBeLessThan(300);
    expect(verdict(await send("GET /telemetry/export", { token }))).toEqual([403, "forbidden"]);
    const { access_token: own } = await login(PASSWORD);
    expect(await exported({ token: own })).toHaveLength(2);
  });
});
