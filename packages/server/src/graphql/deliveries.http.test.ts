import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../test/eventually.js";
import { listenForSockets, openSocket } from "../../test/graphql.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("one update ($size)", (on) => {
  let server: TestServer;
  let url: string;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    ada = await (await invitePeople(server)).join();
    url = await listenForSockets(server);
  });
  afterAll(() => server.close());

  const enter = async () => {
    const socket = await openSocket(url, "graphql-transport-ws", { authorization: `Bearer ${ada.token}` });
    socket.say({ type: "connection_init" });
    await socket.heard({ type: "connection_ack" });
    const query = "subscription { sessionUpdated { sessionId acknowledgedLine } }";
    socket.say({ type: "subscribe", id: "1", payload: { query } });
    return socket;
  };
  const publish = (sessionId: string, key = sessionId): void =>
    server.platform.bus.publish(`telemetry.sessions.${ada.user.id}`, {
      key,
      userId: ada.user.id,
      sessionId,
      harness: "codex",
      eventName: "session_push",
      acknowledgedLine: 0,
    });
  const hears = (socket: Awaited<ReturnType<typeof enter>>): number =>
    socket.received.filter(({ type }) => type === "next").length;

  test("reaches two hundred subscribers of one person, each once", async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, enter));
    await eventually(() => {
      publish("warm");
      for (const socket of sockets) expect(hears(socket)).toBeGreaterThan(0);
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const socket of sockets) socket.received.length = 0;
    publish("once");
    await eventually(() => expect(sockets.map(hears)).toEqual(sockets.map(() => 1)));
    for (const { socket } of sockets) socket.close();
  });

  test("that a stalled subscriber does not take is not waited for: others get all, and it is closed with 4008", async () => {
    const [stalled, other] = [await enter(), await enter()];
    await eventually(() => {
      publish("warm");
      for (const socket of [stalled, other]) expect(hears(socket)).toBeGreaterThan(0);
    });
    stalled.socket.pause();
    const wide = "x".repeat(4000);
    const count = 8000;
    for (let n = 0; n < count; n++) {
      publish(`${n}-${wide}`);
      // Whoever reads gets a chance to.
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await eventually(() => {
      const last = JSON.stringify(other.received.at(-1));
      expect(last.includes(`${count - 1}-x`)).toBe(true);
    });
    expect(other.socket.readyState).toBe(other.socket.OPEN);
    stalled.socket.resume();
    expect(await stalled.closed()).toEqual({ code: 4008, reason: expect.stringContaining("Too slow") });
    other.socket.close();
  });
});

describe.each(largestSize)("a silent socket ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let url: string;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    url = await listenForSockets(server);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await server.close();
  });
  const enter = async (protocol: string, { token }: Person) => {
    const socket = await openSocket(url, protocol, { authorization: `Bearer ${token}` });
    socket.say({ type: "connection_init" });
    await socket.heard({ type: "connection_ack" });
    return socket;
  };

  test("is closed within half a minute of the end of its credentials, though nothing happens", async () => {
    const person = await people.join();
    const sockets = [await enter("graphql-transport-ws", person), await enter("graphql-ws", person)];
    expect((await send("POST /auth/logout", { token: person.token })).statusCode).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    vi.advanceTimersByTime(30_000);
    for (const socket of sockets) expect((await socket.closed()).code).toBe(4401);
  });

  test("is kept alive while someone is there, and dropped when nobody is", async () => {
    const person = await people.join();
    const [alive, dead] = [await enter("graphql-ws", person), await enter("graphql-ws", person)];
    dead.socket.pause();
    for (let round = 0; round < 3; round++) {
      vi.advanceTimersByTime(20_000);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    dead.socket.resume();
    expect((await dead.closed()).code).toBe(1006);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    expect(alive.received.filter(({ type }) => type === "ka").length).toBeGreaterThan(2);
    alive.socket.close();
  });
});

describe.each(largestSize)("a server that stops ($size)", (on) => {
  test("says goodbye to its sockets with 1001, and does not wait for those that do not answer", async () => {
    const server = await startTestServer({ on });
    const { token } = (await invitePeople(server)).admin;
    const url = await listenForSockets(server);
    const headers = { authorization: `Bearer ${token}` };
    const [polite, deaf] = [
      await openSocket(url, "graphql-transport-ws", headers),
      await openSocket(url, "graphql-ws", headers),
    ];
    deaf.socket.pause();
    await server.close();
    expect((await polite.closed()).code).toBe(1001);
    deaf.socket.terminate();
  });
});
