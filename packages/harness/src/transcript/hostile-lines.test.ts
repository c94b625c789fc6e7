import fc from "fast-check";
import { expect, test } from "vitest";
import { HARNESS_IDS, type HarnessId } from "../harnesses.js";
import { NO_CONTEXT, readInContext } from "./read-in-context.js";
import { readTranscriptLine } from "./read-line.js";
import { SEEDS } from "../testing/transcript-lines.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Twice, in the context that the first time left: and nothing but JSON comes out. */
function read(harness: HarnessId, line: string): void {
  const reading = readTranscriptLine(harness, line);
  const first = readInContext(reading, NO_CONTEXT, 0);
  const second = readInContext(reading, first.context, 1);
  for (const value of [reading, first, second]) {
    const written = JSON.stringify(value);
    expect(JSON.stringify(JSON.parse(written))).toBe(written);
  }
  expect(second.reading.usage === null || second.reading.usage.input >= 0).toBe(true);
  expect(reading.lineType.length).toBeLessThanOrEqual(64);
  for (const { toolName, toolCallId, model } of reading.events) {
    for (const name of [toolName, toolCallId, model]) expect(name?.length ?? 0).toBeLessThanOrEqual(256);
  }
}

const RUBBISH: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    "",
    -1,
    1e308,
    1.5,
    [],
    {},
    [[]],
    "x".repeat(400),
    "2026-08-20T09:00:00Z",
    "{",
    "[1]",
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  fc.dictionary(
    fc.constantFrom("__proto__", "constructor", "toString", "type", "content", "text"),
    fc.constantFrom<Json>("x", [], 1),
  ),
);

/** Puts a value in the place of the n-th one, counted through the whole. */
function withReplaced(value: Json, place: number, put: Json): Json {
  let count = -1;
  const walk = (node: Json): Json => {
    count += 1;
    if (count === place) return put;
    if (Array.isArray(node)) return node.map(walk);
    if (node === null || typeof node !== "object") return node;
    return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, walk(member)]));
  };
  return walk(value);
}

test.each(HARNESS_IDS)("%s: no mutation of a real line makes it throw or give anything but JSON", (harness) => {
  const seeds = fc.constantFrom(...(SEEDS[harness] as Json[]));
  const changes = fc.array(fc.tuple(fc.nat(40), RUBBISH), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(seeds, changes, (seed, made) => {
      read(harness, JSON.stringify(made.reduce((line, [place, put]) => withReplaced(line, place, put), seed)));
    }),
    { numRuns: 250 },
  );
});

test.each(HARNESS_IDS)("%s: nor does any text, nor a line that was cut off", (harness) => {
  const seeds = fc.constantFrom(...SEEDS[harness].map((seed) => JSON.stringify(seed)));
  fc.assert(fc.property(fc.string(), (line) => read(harness, line)));
  fc.assert(fc.property(seeds, fc.nat(300), (line, end) => read(harness, line.slice(0, end))));
});

const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const MANY = `[${"{},".repeat(20_000)}{}]`;
const WORDS = JSON.stringify("<".repeat(50_000));

/** The line with the text of JSON in the place of each of its members in turn. */
function withEach(seed: object, json: string): string[] {
  const lines: string[] = [];
  const walk = (node: Record<string, unknown>, write: (inner: string) => string) => {
    for (const key of Object.keys(node)) {
      const others = { ...node };
      delete others[key];
      const rest = JSON.stringify(others).slice(1);
      const put = (inner: string) => write(`{${JSON.stringify(key)}:${inner}${rest === "}" ? "" : ","}${rest}`);
      lines.push(put(json));
      const member = node[key];
      if (typeof member === "object" && member !== null && !Array.isArray(member))
        walk(member as Record<string, unknown>, put);
    }
  };
  walk(seed as Record<string, unknown>, (inner) => inner);
  return lines;
}

test.each(HARNESS_IDS)("%s: depth, length and repetition are bounded", (harness) => {
  for (const seed of SEEDS[harness]) {
    for (const json of [DEEP, MANY, WORDS]) {
      for (const line of withEach(seed, json)) {
        const reading = readTranscriptLine(harness, line);
        expect(reading.events.length).toBeLessThanOrEqual(5_001);
        const { context } = readInContext(reading, NO_CONTEXT, 0);
        expect(JSON.stringify(context).length).toBeLessThan(100_000);
        expect(JSON.stringify(reading).length).toBeGreaterThan(0);
      }
    }
  }
});

test("a line with more than anybody can read says that it was cut", () => {
  const content = Array.from({ length: 6_000 }, () => ({ type: "text", text: "x" }));
  const { events } = readTranscriptLine("claude-code", JSON.stringify({ type: "assistant", message: { content } }));
  expect(events).toHaveLength(5_001);
  expect(events.at(-1)).toMatchObject({ kind: "system", text: "1000 more events of this line are not shown." });
});

test("an input that is too deep to be written again is cut off, not lost", () => {
  const input = `{"near":1,"far":${"[".repeat(100)}${"]".repeat(100)}}`;
  const line = `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"n","input":${input}}]}}`;
  const [event] = readTranscriptLine("claude-code", line).events;
  expect(event?.toolInput).toMatchObject({ near: 1 });
  expect(JSON.stringify(event?.toolInput)).toContain("…");
});
