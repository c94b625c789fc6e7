import type { SessionEvent, StepKind } from "@tackroom/contract";
import {
  countLines,
  describeCall,
  exitCodeOf,
  failureWords,
  fileChangesOf,
  firstWords,
  noticeWords,
  OpenCalls,
  readToolInput,
  type FileChange,
} from "@tackroom/harness/steps";
import { isFailure } from "./is-failure.js";

/** A line of the trace: what was said, or a tool call with its result. */
export interface Step {
  /** Number of events before it, which is also its identity. */
  readonly offset: number;
  /** Of the result, if it has come. */
  readonly resultOffset: number | null;
  readonly line: number;
  readonly kind: StepKind;
  readonly event: SessionEvent;
  readonly result: SessionEvent | undefined;
  readonly hasFailed: boolean;
  readonly costUsd: number | null;
  readonly tokens: number;
}

const KINDS: Readonly<Record<Exclude<SessionEvent["kind"], "tool_call">, StepKind>> = {
  user: "prompt",
  assistant: "answer",
  thinking: "thinking",
  tool_result: "tool",
  system: "notice",
  error: "notice",
  other: "notice",
};

/** The steps of events that follow each other; `undefined` events are not loaded, and no pair is made across them. */
export function stepsOf(events: readonly (SessionEvent | undefined)[], first = 0): Step[] {
  const steps: Step[] = [];
  let calls = new OpenCalls<number>();
  for (const [at, event] of events.entries()) {
    if (!event) {
      calls = new OpenCalls();
      continue;
    }
    const { kind, tool_use_id: id, tool_name: name } = event;
    if (kind === "user") calls.prompt();
    if (kind === "tool_call") calls.begin(id, name, steps.length);
    const place = kind === "tool_result" ? calls.end(id, name) : undefined;
    const call = place === undefined ? undefined : steps[place];
    if (place !== undefined && call) steps[place] = finished(call, event, first + at);
    else steps.push(begun(event, first + at));
  }
  return steps;
}

const begun = (event: SessionEvent, offset: number): Step => ({
  offset,
  resultOffset: null,
  line: event.line,
  kind: event.kind === "tool_call" ? wordsOf(event).use : KINDS[event.kind],
  event,
  result: undefined,
  hasFailed: isFailure(event),
  costUsd: event.cost_usd,
  tokens: event.tokens?.total ?? 0,
});

const finished = (step: Step, result: SessionEvent, offset: number): Step => ({
  ...step,
  result,
  resultOffset: offset,
  hasFailed: step.hasFailed || isFailure(result),
  costUsd: result.cost_usd === null ? step.costUsd : (step.costUsd ?? 0) + result.cost_usd,
  tokens: step.tokens + (result.tokens?.total ?? 0),
});

interface Words {
  readonly use: StepKind;
  readonly verb: string;
  readonly object: string;
  readonly changes: readonly FileChange[];
}

/** Events do not change, and each is looked at whenever rows are made. */
const described = new WeakMap<SessionEvent, Words>();

function wordsOf(event: SessionEvent): Words {
  const known = described.get(event);
  if (known) return known;
  const input = readToolInput(event.tool_input);
  const words = { ...describeCall(event.tool_name, input), changes: fileChangesOf(event.tool_name, input) };
  described.set(event, words);
  return words;
}

/** What a step does, in words: "Read", "src/a.ts". */
export function stepWords({ event, kind }: Pick<Step, "event" | "kind">): { verb: string; object: string } {
  if (event.kind === "tool_call") return wordsOf(event);
  if (event.kind === "tool_result") return { verb: event.tool_name ?? "Result", object: firstWords(event.tool_output) };
  const verb = { prompt: "Prompt", answer: "Answer", thinking: "Thought" }[kind as string] ?? noticeVerb(event);
  return { verb, object: kind === "notice" ? noticeWords(event.text) : firstWords(event.text) };
}

const noticeVerb = ({ kind }: SessionEvent): string =>
  kind === "error" ? "Error" : kind === "system" ? "Notice" : "Other";

export const changesOf = ({ event }: Step): readonly FileChange[] =>
  event.kind === "tool_call" ? wordsOf(event).changes : [];

export interface ResultWords {
  readonly text: string;
  /** Of an edit. */
  readonly added?: number;
  readonly removed?: number;
}

const countWords = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** How a step went, in a few words. */
export function resultWords(step: Step): ResultWords {
  const { event, result, hasFailed, kind } = step;
  if (event.kind !== "tool_call") return { text: "" };
  if (!result) return { text: "" };
  const output = result.tool_output;
  if (hasFailed) return { text: failedWords(output) };
  if (kind === "edit") return editWords(changesOf(step));
  const lines = output === null || output.trim() === "" ? 0 : output.trimEnd().split("\n").length;
  return { text: lines === 0 ? "no output" : countWords(lines, "line") };
}

function failedWords(output: string | null): string {
  const code = exitCodeOf(output);
  const words = failureWords(output);
  return code === null ? words || "failed" : `exit ${code}${words === "" ? "" : ` · ${words}`}`;
}

function editWords(changes: readonly FileChange[]): ResultWords {
  const counts = changes.map(countLines);
  const sum = (pick: (count: (typeof counts)[number]) => number): number =>
    counts.reduce((total, count) => total + pick(count), 0);
  return { text: "", added: sum(({ added }) => added), removed: sum(({ removed }) => removed) };
}

/** How long a step took, where that is known. */
export const durationOf = ({ event, result }: Step): number | null => result?.latency_ms ?? event.latency_ms;
