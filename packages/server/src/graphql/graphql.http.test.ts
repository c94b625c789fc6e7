import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, codesOf, promptLine, type Answer } from "../../test/graphql.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

const FIELDS = `sessionId harness project projectName title firstPrompt cwd gitBranch userId
  agentId agentVersion parentSessionId startedAt lastEventAt final lineCount acknowledgedLine acknowledgedOffset generation eventCount prompts toolCalls toolFailures unreadableLines models totalCredits
  costUsd statedCostUsd unpricedModels tokens { input output cacheRead cacheWrite cacheWrite1h total }
  integrity { ok serverHash repairFromLine checkedAt }`;
const EVENT = `line timestamp kind text toolUseId toolName toolInput toolOutput isError latencyMs model costUsd statedCostUsd
  tokens { input output cacheRead cacheWrite cacheWrite1h total }`;

const at = (minute: number): string => `2026-08-20T09:${String(minute).padStart(2, "0")}:00.000Z`;

describe.each(largestSize)("GraphQL over HTTP ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob] = [await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const ingest = async (by: Person, body: object): Promise<void> => {
    const answer = await send("POST /ingest/session", { token: by.token, body });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  };
  /** Sessions of a project of their own, each a minute after the one before. */
  const someSessions = async (by: Person, count: number): Promise<{ project: string; ids: string[] }> => {
    const project = `p-${randomUUID()}`;
    const ids = Array.from({ length: count }, () => `s-${randomUUID()}`);
    for (const [n, session_id] of ids.entries()) {
      await ingest(by, { session_id, project, lines: [promptLine(`prompt ${n}`, at(n))] });
    }
    return { project, ids: ids.toReversed() };
  };
  const asks = (by: Person, query: string, variables?: object): Promise<Answer> =>
    ask(send, by.token, query, variables);

  test("says that it is well, and describes itself", async () => {
    expect(await asks(ada, "{ health }")).toEqual({ data: { health: "ok" } });
    const described = await asks(ada, '{ __type(name: "Session") { name } __schema { queryType { name } } }');
    expect(described).toEqual({ data: { __type: { name: "Session" }, __schema: { queryType: { name: "Query" } } } });
  });

  test("shows a session and its events as REST does", async () => {
    const id = `s-${randomUUID()}`;
    const tool = JSON.stringify({
      type: "assistant",
      timestamp: at(2),
      message: {
        id: "m1",
        role: "assistant",
        model: "sonnet-x",
        content: [
          { type: "text", text: "Looking." },
          { type: "tool_use", id: "t1", name: "Read", input: { file: "a" } },
        ],
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    });
    await ingest(ada, { session_id: id, lines: [promptLine("Hello", at(1)), tool] });
    const query = `query q($id: String!) { session(id: $id) { ${FIELDS} events { edges { node { ${EVENT} } } } } }`;
    const { data } = await asks(ada, query.replace("events {", "events(first: 10) {"), { id });
    const [session, events] = [
      (await send(`GET /sessions/${id}`, { token: ada.token })).json(),
      (await send(`GET /sessions/${id}/events`, { token: ada.token })).json(),
    ];
    // What takes a look at other rows, only REST shows.
    const { user_name, agent_name, subagents, active_ms, activity, events: eventCount, ...rest } = session;
    expect([user_name, agent_name, subagents, active_ms, activity]).toEqual([
      ada.user.username,
      null,
      0,
      60_000,
      [
        { calls: 0, failures: 0 },
        { calls: 1, failures: 0 },
      ],
    ]);
    const camel = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const name = (text: string): string => text.replace(/_./g, ([, letter = ""]) => letter.toUpperCase());
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), camel(member)]));
    };
    expect(events.length).toBe(3);
    expect(data).toEqual({
      session: {
        ...(camel(rest) as object),
        eventCount,
        events: { edges: events.map((event: unknown) => ({ node: camel(event) })) },
      },
    });
  });

  test("knows nothing of a session that there is not, or that is somebody else's; admins do", async () => {
    const { ids } = await someSessions(bob, 1);
    const query = "query q($id: String!, $user: ID) { session(id: $id, userId: $user) { userId } }";
    const nothing = { data: { session: null } };
    expect(await asks(ada, query, { id: randomUUID() })).toEqual(nothing);
    expect(await asks(ada, query, { id: ids[0] })).toEqual(nothing);
    expect(await asks(ada, query, { id: ids[0], user: bob.user.id })).toEqual(nothing);
    const found = { data: { session: { userId: bob.user.id } } };
    expect(await asks(bob, query, { id: ids[0] })).toEqual(found);
    expect(await asks(people.admin, query, { id: ids[0] })).toEqual(found);
  });

  test("asks which is meant where several have the id", async () => {
    const id = `s-${randomUUID()}`;
    for (const [n, project] of ["one", "two"].entries()) {
      await ingest(ada, { session_id: id, project, lines: [promptLine("x", at(n))] });
    }
    const query = "query q($id: String!, $project: String) { session(id: $id, project: $project) { project } }";
    const several = await asks(ada, query, { id });
    expect(codesOf(several)).toEqual(["AMBIGUOUS"]);
    expect(several.errors?.[0]?.extensions).toMatchObject({ candidates: [{ project: "two" }, { project: "one" }] });
    expect(await asks(ada, query, { id, project: "one" })).toEqual({ data: { session: { project: "one" } } });
  });

  const PAGE = `query q($first: Int = 50, $after: String, $filter: SessionFilter) {
    sessions(first: $first, after: $after, filter: $filter) {
      totalCount pageInfo { hasNextPage endCursor } edges { cursor node { sessionId } } } }`;
  const pageOf = async (by: Person, variables: object) => {
    const answer = await asks(by, PAGE, variables);
    const { sessions } = (answer.data ?? {}) as unknown as Record<
      string,
      {
        totalCount: number;
        pageInfo: { hasNextPage: boolean; endCursor: string };
        edges: { node: { sessionId: string } }[];
      }
    >;
    if (!sessions) throw new Error(JSON.stringify(answer));
    return { ...sessions, ids: sessions.edges.map(({ node }) => node.sessionId) };
  };

  test("lists sessions page by page, the latest first", async () => {
    const { project, ids } = await someSessions(ada, 5);
    const filter = { project };
    const first = await pageOf(ada, { first: 2, filter });
    expect(first).toMatchObject({ totalCount: 5, ids: ids.slice(0, 2), pageInfo: { hasNextPage: true } });
    // What comes meanwhile does not shift the pages.
    await ingest(ada, { session_id: "newer", project, lines: [promptLine("x", at(30))] });
    const second = await pageOf(ada, { first: 2, filter, after: first.pageInfo.endCursor });
    const third = await pageOf(ada, { first: 2, filter, after: second.pageInfo.endCursor });
    expect([second.ids, third.ids]).toEqual([ids.slice(2, 4), ids.slice(4)]);
    expect([second.pageInfo.hasNextPage, third.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(await pageOf(ada, { filter: { project: "none such" } })).toMatchObject({
      totalCount: 0,
      edges: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });

  test("takes the filters of REST, and their bounds", async () => {
    const { project, ids } = await someSessions(ada, 3);
    const [latest, middle] = ids;
    expect((await pageOf(ada, { filter: { project, from: at(1), to: at(1) } })).ids).toEqual([middle]);
    expect((await pageOf(ada, { filter: { project, search: "prompt 2" } })).ids).toEqual([latest]);
    expect((await pageOf(ada, { filter: { project, harness: "codex" } })).ids).toEqual([]);
    expect((await pageOf(ada, { filter: { project, hasErrors: true } })).ids).toEqual([]);
    expect((await pageOf(ada, { filter: { project, model: null, hasErrors: false } })).ids).toEqual(ids);
    expect((await pageOf(ada, { filter: { project, topLevel: true, toolFailed: false } })).ids).toEqual(ids);
    expect((await pageOf(ada, { filter: { project, topLevel: false } })).ids).toEqual([]);
    expect((await pageOf(ada, { filter: { project, tool: "none such" } })).ids).toEqual([]);
    for (const filter of [
      { agentId: "no uuid" },
      { state: "no state" },
      { harness: "no harness" },
      { from: "yesterday" },
      { project: "x".repeat(513) },
      { search: "x".repeat(201) },
    ]) {
      expect([filter, codesOf(await asks(ada, PAGE, { filter }))]).toEqual([filter, ["BAD_USER_INPUT"]]);
    }
  });

  test("shows one's own; admins see everyone's, and choose", async () => {
    const { project, ids } = await someSessions(bob, 1);
    const filter = { project };
    expect((await pageOf(ada, { filter })).totalCount).toBe(0);
    expect((await pageOf(people.admin, { filter })).ids).toEqual(ids);
    expect((await pageOf(people.admin, { filter: { project, userId: ada.user.id } })).ids).toEqual([]);
    expect((await pageOf(bob, { filter: { project, userId: bob.user.id } })).ids).toEqual(ids);
    expect(codesOf(await asks(ada, PAGE, { filter: { userId: bob.user.id } }))).toEqual(["FORBIDDEN"]);
  });

  test.each([0, -1, 201, null])("refuses first: %s", async (first) => {
    expect(codesOf(await asks(ada, PAGE, { first }))).toEqual(["BAD_USER_INPUT"]);
    const { ids } = await someSessions(ada, 1);
    const query = "query q($id: String!, $first: Int) { session(id: $id) { events(first: $first) { totalCount } } }";
    expect(codesOf(await asks(ada, query, { id: ids[0], first }))).toEqual(["BAD_USER_INPUT"]);
  });

  test("refuses cursors that are none of its own", async () => {
    const written = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const after of ["x", written({}), written([1]), written(["never", randomUUID()]), written([at(1), "id"])]) {
      expect([after, codesOf(await asks(ada, PAGE, { after }))]).toEqual([after, ["BAD_USER_INPUT"]]);
    }
    const { ids } = await someSessions(ada, 1);
    const events =
      "query q($id: String!, $after: String) { session(id: $id) { events(after: $after) { edges { cursor } } } }";
    for (const after of ["x", written([-1, 0]), written([0.5, 0]), written([0, 5e9]), written(["1", 0])]) {
      expect([after, codesOf(await asks(ada, events, { id: ids[0], after }))]).toEqual([after, ["BAD_USER_INPUT"]]);
    }
  });

  test("lists events page by page, also those of some kinds", async () => {
    const id = `s-${randomUUID()}`;
    const reply = JSON.stringify({
      type: "assistant",
      timestamp: at(2),
      message: {
        role: "assistant",
        content: [
          { type: "text", text: "b" },
          { type: "text", text: "c" },
        ],
      },
    });
    await ingest(ada, { session_id: id, lines: [promptLine("a"), reply, promptLine("d")] });
    const query = `query q($id: String!, $first: Int, $after: String, $kinds: [String!]) { session(id: $id) {
      events(first: $first, after: $after, kinds: $kinds) { totalCount pageInfo { hasNextPage endCursor } edges { node { text } } } } }`;
    const read = async (variables: object): Promise<unknown> => {
      const texts: string[] = [];
      let after: string | null = null;
      let total = 0;
      do {
        const { data, errors } = await asks(ada, query, { id, after, ...variables });
        if (errors) throw new Error(JSON.stringify(errors));
        const { events } = (data as unknown as { session: { events: EventPage } }).session;
        texts.push(...events.edges.map(({ node }) => node.text));
        after = events.pageInfo.hasNextPage ? events.pageInfo.endCursor : null;
        total = events.totalCount;
      } while (after !== null);
      return { texts, total };
    };
    for (const first of [1, 2, 3, 200])
      expect(await read({ first })).toEqual({ texts: ["a", "b", "c", "d"], total: 4 });
    expect(await read({ first: 1, kinds: ["user"] })).toEqual({ texts: ["a", "d"], total: 2 });
    expect(await read({ first: 1, kinds: ["assistant"] })).toEqual({ texts: ["b", "c"], total: 2 });
    expect(codesOf(await asks(ada, query, { id, first: 1, kinds: ["nonsense"] }))).toEqual(["BAD_USER_INPUT"]);
  });

  test("reads the events of many sessions in one query", async () => {
    const { project, ids } = await someSessions(ada, 12);
    const query = `query q($filter: SessionFilter) { sessions(first: 12, filter: $filter) { edges { node {
      sessionId events(first: 1) { totalCount edges { node { text } } } } } } }`;
    const { data } = await asks(ada, query, { filter: { project } });
    expect(data).toEqual({
      sessions: {
        edges: ids.map((sessionId, n) => ({
          node: { sessionId, events: { totalCount: 1, edges: [{ node: { text: `prompt ${11 - n}` } }] } },
        })),
      },
    });
  });
});

interface EventPage {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  readonly edges: readonly { readonly node: { readonly text: string } }[];
}
