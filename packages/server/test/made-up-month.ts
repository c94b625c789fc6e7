import { assistant, prompt, toolCall, toolResult } from "./transcripts.js";

/** One call of a made-up month. */
export interface Call {
  readonly who: number;
  /** The place of its session among those of the month. */
  readonly session: number;
  readonly day: number;
  readonly tool: string;
  readonly error: string | null;
  readonly model: string;
}

const TOOLS = ["Bash", "Edit", "mcp__github__search", "mcp__github__open", "mcp__postgres__query"];
const ERRORS = ["timeout after 30 s", "timeout after 45 s", "ENOENT: /home/ann/a.txt", "Exit code 1\ntests failed"];
/** What the first three have in common is folded; the last one says more on its second line. */
export const KEYS: Readonly<Record<string, string>> = {
  "timeout after 30 s": "timeout after # s",
  "timeout after 45 s": "timeout after # s",
  "ENOENT: /home/ann/a.txt": "ENOENT: <path>",
  "Exit code 1\ntests failed": "Exit code 1: tests failed",
};
const MODELS = ["claude-sonnet-4-5", "gpt-5-codex", "mystery"];
const USAGE = { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 0 };
const DAYS_OF_TWO_MONTHS = 60;
export const FIRST = Date.parse("2026-03-01T00:00:00.000Z");
export const PERIOD = "from=2026-03-31&to=2026-04-29";
export const DAY_MS = 86_400_000;

/** The same every time, without a pattern that a mistake could hide behind. */
function* randoms(): Generator<number> {
  let seed = 42;
  for (;;) yield (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

function makeCalls(): Call[] {
  const source = randoms();
  const upTo = (limit: number): number => Math.floor((source.next().value as number) * limit);
  const pick = <T>(all: readonly T[]): T => all[upTo(all.length)] as T;
  return Array.from({ length: 90 }, (_, session) => session).flatMap((session) => {
    const [who, day, model] = [upTo(3), upTo(DAYS_OF_TWO_MONTHS), pick(MODELS)];
    return Array.from({ length: 1 + upTo(6) }, () => {
      const error = upTo(3) === 0 ? pick(ERRORS) : null;
      return { who, session, day, tool: pick(TOOLS), error, model };
    });
  });
}

const timeOf = ({ day }: Call, at: number): string =>
  new Date(FIRST + day * DAY_MS + 9 * 3_600_000 + at * 30_000).toISOString();

export const linesOf = (calls: readonly Call[]): string[] => [
  prompt("go on", timeOf(calls[0] as Call, 0)),
  ...calls.flatMap((call, at) => [
    assistant([toolCall(`c${at}`, call.tool, {})], {
      id: `m${at}`,
      model: call.model,
      timestamp: timeOf(call, at),
      usage: USAGE,
    }),
    toolResult(`c${at}`, call.error ?? "fine", { isError: call.error !== null, timestamp: timeOf(call, at) }),
  ]),
];

/** The same error with two numbers. */
export const failingTwice = (timestamp: string): string[] =>
  ["disk full: 12 bytes left", "disk full: 7 bytes left"].flatMap((error, at) => [
    assistant([toolCall(`d${at}`, "Write", {})], { id: `d${at}`, timestamp }),
    toolResult(`d${at}`, error, { isError: true, timestamp }),
  ]);

export const CALLS = makeCalls();
export const isNow = ({ day }: Call): boolean => day >= 30;
export const sum = <T>(all: readonly T[], valueOf: (each: T) => number): number =>
  all.reduce((total, each) => total + valueOf(each), 0);
export const count = (all: readonly Call[], isCounted: (call: Call) => boolean): number => all.filter(isCounted).length;
export const distinct = (all: readonly Call[], valueOf: (call: Call) => unknown): number =>
  new Set(all.map(valueOf)).size;
/** At list prices; a mystery has none. */
export const costOf = ({ model }: Call): number =>
  ({ "claude-sonnet-4-5": 0.0045, "gpt-5-codex": 0.00225 })[model] ?? 0;
