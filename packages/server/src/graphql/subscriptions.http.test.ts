import { randomUUID } from "node:crypto";
import type { Client } from "graphql-ws";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { connect, listen, listenForSockets, promptLine, type Listening } from "../../test/graphql.js";
import { stockShelf, type Shelf } from "../../test/items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { serverSizes } from "../../test/sizes.js";
import { temporaryDirectory } from "../../test/temporary.js";

const UPDATES = `subscription s($id: String) { sessionUpdated(sessionId: $id) {
  sessionId eventName harness acknowledgedLine session { lineCount events(first: 5) { edges { node { text } } } } } }`;
const REVIEWS = "subscription r($id: String) { reviewUpdated(listingId: $id) { listingId action } }";

const dataOf = ({ results }: Listening): unknown[] =>
  results.map(({ data }) => data?.["sessionUpdated"] ?? data?.["reviewUpdated"]);
const codesOf = ({ failures }: Listening): unknown[] =>
  (failures as { extensions: { code: string } }[][]).flat().map(({ extensions }) => extensions.code);

describe.each(serverSizes)("subscriptions ($size)", (on) => {
  let server: TestServer;
  let url: string;
  let send: Send;
  let people: People & { admin: Person };
  let [ada, bob]: Person[] = [];
  let shelf: Shelf;
  const clients: Client[] = [];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob] = [await people.join(), await people.join()];
    url = await listenForSockets(server);
    shelf = stockShelf(send, people.admin);
  });
  afterAll(() => server.close());
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.dispose();
  });

  const of = (person: Person | undefined): Person => person as Person;
  const hear = (by: Person | undefined, query: string, variables?: Record<string, unknown>): Listening => {
    const client = connect(url, { authorization: `Bearer ${of(by).token}` });
    clients.push(client);
    return listen(client, query, variables);
  };
  const ingest = async (by: Person | undefined, body: object): Promise<void> => {
    const answer = await send("POST /ingest/session", { token: of(by).token, body });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  /** A subscription begins in the background: a session of its own is sent until it is heard of. */
  const warm = async (by: Person | undefined, ...all: Listening[]): Promise<void> => {
    const session_id = `warm-${randomUUID()}`;
    let start_offset = 0;
    await eventually(async () => {
      await ingest(by, { session_id, lines: [promptLine("x")], start_offset: start_offset++ });
      for (const each of all) expect(each.results.length + each.failures.length).toBeGreaterThan(0);
    });
  };
  /** What was heard of one session. */
  const about = (heard: Listening, sessionId: string): unknown[] =>
    dataOf(heard).filter((update) => (update as { sessionId: string }).sessionId === sessionId);

  test("tell of one's own sessions what has happened to them, and show them as they are then", async () => {
    const heard = hear(ada, UPDATES);
    await warm(ada, heard);
    const session_id = `s-${randomUUID()}`;
    const all = { sessionId: session_id, harness: "claude-code" };
    const texts = (...given: string[]): object => ({ edges: given.map((text) => ({ node: { text } })) });
    await ingest(ada, { session_id, lines: [promptLine("a")] });
    await eventually(() => expect(about(heard, session_id)).toHaveLength(1));
    await ingest(ada, { session_id, lines: [promptLine("b")], start_offset: 1, final: true });
    await eventually(() => expect(about(heard, session_id)).toHaveLength(2));
    await ingest(ada, { session_id, lines: [], final: true, total_line_count: 3 });
    await eventually(() => expect(about(heard, session_id)).toHaveLength(3));
    expect(about(heard, session_id)).toMatchObject([
      { ...all, eventName: "session_push", acknowledgedLine: 0, session: { lineCount: 1, events: texts("a") } },
      { ...all, eventName: "session_final", acknowledgedLine: 1, session: { lineCount: 2, events: texts("a", "b") } },
      { ...all, eventName: "session_repair", acknowledgedLine: 1, session: { lineCount: 2 } },
    ]);
  });

  test("tell of others' sessions to admins only", async () => {
    const [admins, bobs] = [hear(people.admin, UPDATES), hear(bob, UPDATES)];
    await warm(bob, admins, bobs);
    const session_id = `s-${randomUUID()}`;
    await ingest(ada, { session_id, lines: [promptLine("a")] });
    await eventually(() => expect(about(admins, session_id)).toHaveLength(1));
    // What comes later has come, so what came before would have.
    const later = `s-${randomUUID()}`;
    await ingest(bob, { session_id: later, lines: [promptLine("b")] });
    await eventually(() => expect(about(bobs, later)).toHaveLength(1));
    expect(JSON.stringify(dataOf(bobs))).not.toContain(session_id);
  });

  test("tell of the session that is named, also when it is still to come; another's is as silent as one that is not there", async () => {
    const id = `s-${randomUUID()}`;
    const [named, everything] = [hear(ada, UPDATES, { id }), hear(ada, UPDATES)];
    await warm(ada, everything);
    await eventually(async () => {
      await ingest(ada, { session_id: id, lines: [promptLine("a")] });
      expect(named.results.length).toBeGreaterThan(0);
    });
    expect(new Set(dataOf(named).map((update) => (update as { sessionId: string }).sessionId))).toEqual(new Set([id]));
    const [others, nobodys, bobs] = [
      hear(bob, UPDATES, { id }),
      hear(bob, UPDATES, { id: "none" }),
      hear(bob, UPDATES),
    ];
    await warm(bob, bobs);
    await ingest(ada, { session_id: id, lines: [promptLine("a")] });
    const later = `s-${randomUUID()}`;
    await ingest(bob, { session_id: later, lines: [promptLine("b")] });
    await eventually(() => expect(about(bobs, later)).toHaveLength(1));
    expect([codesOf(others), dataOf(others)]).toEqual([codesOf(nobodys), dataOf(nobodys)]);
    expect([codesOf(others), dataOf(others)]).toEqual([[], []]);
    // It becomes theirs when they begin one of that name.
    await eventually(async () => {
      await ingest(bob, { session_id: id, lines: [promptLine("c")] });
      expect(others.results.length).toBeGreaterThan(0);
    });
    const admins = hear(people.admin, UPDATES, { id });
    await eventually(async () => {
      await ingest(ada, { session_id: id, lines: [promptLine("a")] });
      expect(admins.results.length).toBeGreaterThan(0);
    });
  });

  test("tell of decisions to reviewers in scope and to the owner, and to nobody else", async () => {
    const [reviewer, author] = [await people.join("reviewer"), await people.join()];
    const [theirs, owners, strangers] = [hear(reviewer, REVIEWS), hear(author, REVIEWS), hear(bob, REVIEWS)];
    const first = await shelf.submit("prompts", author);
    // Decided anew until both have begun to listen.
    let item = first;
    await eventually(async () => {
      await shelf.approve(item.id);
      item = await shelf.submit("prompts", author);
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (const each of [theirs, owners]) expect(each.results.length).toBeGreaterThan(0);
    });
    for (const each of [theirs, owners]) each.results.length = 0;
    const hidden = await shelf.submit("prompts", author, { visibility: "owner" });
    const rejected = await send(`POST /review/${item.id}/reject`, { token: reviewer.token, body: { reason: "no" } });
    expect(rejected.statusCode).toBe(200);
    await shelf.approve(hidden.id);
    await eventually(() => expect(owners.results).toHaveLength(2));
    expect(dataOf(owners)).toEqual([
      { listingId: item.id, action: "rejected" },
      { listingId: hidden.id, action: "approved" },
    ]);
    expect(dataOf(theirs)).toEqual([{ listingId: item.id, action: "rejected" }]);
    expect(strangers.results).toEqual([]);
  });

  test("tell of decisions on the item that is named; FORBIDDEN to whom it is no business", async () => {
    const [author, reviewer] = [await people.join(), await people.join("reviewer")];
    const [item, hidden] = [
      await shelf.submit("prompts", author),
      await shelf.submit("prompts", author, { visibility: "owner" }),
    ];
    for (const [by, id] of [
      [bob, item.id],
      [reviewer, hidden.id],
      [bob, randomUUID()],
    ] as const) {
      const refused = hear(by, REVIEWS, { id });
      await eventually(() => expect(codesOf(refused)).toEqual(["FORBIDDEN"]));
    }
    const published = await shelf.publish("prompts", author);
    const reader = hear(bob, REVIEWS, { id: published.id });
    await eventually(() => expect(codesOf(reader)).toEqual(["FORBIDDEN"]));
    const own = hear(author, REVIEWS, { id: published.id });
    let minor = 1;
    await eventually(async () => {
      const body = { version: `1.${minor++}.0`, description: "Explains", template: `Explain {{ topic }} ${minor}.` };
      await shelf.release("prompts", published.id, author, body);
      expect(own.results.length).toBeGreaterThan(0);
    });
    expect(dataOf(own)[0]).toEqual({ listingId: published.id, action: "approved" });
  });
});

// Embedded stores serve one process, so there is no other replica to hear of anything.
const atScale = serverSizes.filter(({ size }) => size === "at scale");

if (atScale.length === 0) {
  test("two replicas need stores that they can share", ({ skip }) => {
    skip("TEST_DATABASE_URL and TEST_REDIS_URL name no servers");
  });
}

describe.each(atScale)("two replicas ($size)", (on) => {
  test("tell subscribers of the one what happens on the other", async () => {
    const stores = await on.start();
    const env = { ...stores.env, JWT_KEY_DIR: temporaryDirectory(), SECRET_KEY: "the same on both" };
    const [here, there] = [await startTestServer({ env }), await startTestServer({ env })];
    const people = await invitePeople(here);
    const client = connect(await listenForSockets(there), { authorization: `Bearer ${people.admin.token}` });
    const [sessions, reviews] = [listen(client, UPDATES), listen(client, REVIEWS)];
    const send = createSend(here);
    const shelf = stockShelf(send, people.admin);
    let line = 0;
    await eventually(async () => {
      const body = { session_id: "far", lines: [promptLine("a")], start_offset: line++ };
      await send("POST /ingest/session", { token: people.admin.token, body });
      await shelf.publish("prompts", people.admin);
      expect([sessions.results.length > 0, reviews.results.length > 0]).toEqual([true, true]);
    });
    const [told] = dataOf(sessions) as { acknowledgedLine: number; session: { lineCount: number } }[];
    expect(told).toMatchObject({ sessionId: "far", eventName: "session_push" });
    expect(told?.session.lineCount).toBeGreaterThan(told?.acknowledgedLine ?? Infinity);
    expect(dataOf(reviews)[0]).toMatchObject({ action: "approved" });
    await client.dispose();
    await Promise.all([here.close(), there.close()]);
    await stores.stop();
  });
});
