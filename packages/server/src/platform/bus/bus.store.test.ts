import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onEngine, TEST_REDIS_URL } from "../../../test/engines.js";
import { eventually } from "../../../test/eventually.js";
import { recordedLog } from "../../../test/quiet-log.js";
import { proxyTo, type TcpProxy } from "../../../test/tcp-proxy.js";
import { Secret } from "../config/index.js";
import type { SharedRedis } from "../redis.js";
import { openBus, type Bus } from "./index.js";

const { log, lines } = recordedLog();

const redisAt = (url: string, deployment: string = randomUUID()): SharedRedis => ({ url: new Secret(url), deployment });

/** Collects what a topic delivers. */
function listen(bus: Bus, topic: string): { messages: unknown[]; gaps: () => number; stop: () => void } {
  const messages: unknown[] = [];
  let gaps = 0;
  const stop = bus.subscribe(topic, { onMessage: (message) => messages.push(message), onGap: () => (gaps += 1) });
  return { messages, gaps: () => gaps, stop };
}

const choices = [
  { engine: "in-process bus" as const, redis: null },
  ...(TEST_REDIS_URL ? [{ engine: "Redis" as const, redis: redisAt(TEST_REDIS_URL) }] : []),
];

describe.each(choices)("bus", ({ engine, redis }) => {
  describe(onEngine(engine), () => {
    let bus: Bus;
    let other: Bus;
    beforeAll(async () => {
      bus = await openBus(redis, log);
      // At scale a message crosses processes; in one process there is one bus.
      other = redis ? await openBus(redis, log) : bus;
      await eventually(() => expect([bus.state(), other.state()]).not.toContain("unreachable"));
    });
    afterAll(async () => {
      await bus.close();
      await other.close();
    });

    /** A subscription is made in the background: publish until the first message gets through. */
    const settled = async (topic: string, messages: unknown[]): Promise<void> => {
      await eventually(() => {
        bus.publish(topic, "hello");
        expect(messages).toContain("hello");
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
      messages.length = 0;
    };

    test("delivers a message to every subscriber of its topic, and to no other", async () => {
      const [first, second, elsewhere] = [listen(other, "a"), listen(other, "a"), listen(other, "b")];
      await settled("a", first.messages);
      second.messages.length = 0;
      bus.publish("a", { line: 7, text: "ü" });
      await eventually(() => expect(first.messages).toEqual([{ line: 7, text: "ü" }]));
      expect(second.messages).toEqual([{ line: 7, text: "ü" }]);
      expect(elsewhere.messages).toEqual([]);
      for (const each of [first, second, elsewhere]) each.stop();
    });

    test("keeps the order of one publisher", async () => {
      const { messages, stop } = listen(other, "order");
      await settled("order", messages);
      for (let index = 0; index < 100; index++) bus.publish("order", index);
      await eventually(() => expect(messages).toHaveLength(100));
      expect(messages).toEqual(Array.from({ length: 100 }, (_, index) => index));
      stop();
    });

    test("delivers nothing more to whoever has unsubscribed", async () => {
      const [stays, leaves] = [listen(other, "leave"), listen(other, "leave")];
      await settled("leave", stays.messages);
      leaves.messages.length = 0;
      leaves.stop();
      bus.publish("leave", 1);
      await eventually(() => expect(stays.messages).toEqual([1]));
      expect(leaves.messages).toEqual([]);
      stays.stop();
    });

    test("serves the other subscribers when one throws, and logs it", async () => {
      const stop = other.subscribe("throw", {
        onMessage: () => {
          throw new Error("subscriber bug");
        },
      });
      const { messages, stop: stopListening } = listen(other, "throw");
      await settled("throw", messages);
      expect(lines).toContainEqual(expect.objectContaining({ msg: "a subscriber failed", topic: "throw" }));
      stop();
      stopListening();
    });

    test("hands over a copy, so that nobody can change another's message", async () => {
      const { messages, stop } = listen(other, "copy");
      await settled("copy", messages);
      const sent = { list: [1] };
      bus.publish("copy", sent);
      sent.list.push(2);
      await eventually(() => expect(messages).toEqual([{ list: [1] }]));
      stop();
    });
  });
});

describe.each(TEST_REDIS_URL ? [TEST_REDIS_URL] : [])(`${onEngine("Redis")}, which others use as well`, (url) => {
  test("hears nothing of another deployment", async () => {
    const [ours, theirs] = await Promise.all([openBus(redisAt(url), log), openBus(redisAt(url), log)]);
    const [here, there] = [listen(ours, "shared"), listen(theirs, "shared")];
    await eventually(() => {
      ours.publish("shared", "ours");
      theirs.publish("shared", "theirs");
      expect([here.messages, there.messages]).toEqual([
        expect.arrayContaining(["ours"]),
        expect.arrayContaining(["theirs"]),
      ]);
    });
    expect(here.messages).not.toContain("theirs");
    expect(there.messages).not.toContain("ours");
    await Promise.all([ours.close(), theirs.close()]);
  });
});

describe.each(TEST_REDIS_URL ? [TEST_REDIS_URL] : [])(`${onEngine("Redis")}, which goes away`, (url) => {
  let proxy: TcpProxy;
  let bus: Bus;
  beforeAll(async () => {
    const target = new URL(url);
    proxy = await proxyTo({ host: target.hostname, port: Number(target.port || 6379) });
    bus = await openBus(redisAt(`redis://127.0.0.1:${proxy.port}`), log);
    await eventually(() => expect(bus.state()).toBe("ok"));
  });
  afterAll(async () => {
    await bus.close();
    await proxy.close();
  });

  test("goes on without Redis in this process, tells of the gap when it is back, and subscribes again", async () => {
    const { messages, gaps, stop } = listen(bus, "outage");
    await eventually(() => {
      bus.publish("outage", "before");
      expect(messages).toContain("before");
    });
    await proxy.cut();
    await eventually(() => expect(bus.state()).toBe("unreachable"));
    messages.length = 0;
    bus.publish("outage", "during");
    expect(messages).toEqual(["during"]);
    await proxy.restore();
    await eventually(() => expect(bus.state()).toBe("ok"));
    await eventually(() => expect(gaps()).toBe(1));
    bus.publish("outage", "after");
    await eventually(() => expect(messages).toContain("after"));
    stop();
  });
});
