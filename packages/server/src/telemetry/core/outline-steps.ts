import { startOf } from "@tackroom/contract/shorten";
import type { SessionOutline, StepKind } from "@tackroom/contract";
import {
  countLines,
  describeCall,
  failureWords,
  fileChangesOf,
  OpenCalls,
  readToolInput,
} from "@tackroom/harness/steps";
import type { ShownEvent } from "./show-events.js";

export interface StepPlace {
  readonly line: number;
  readonly offset: number;
}

/** An event as a step of its session; null where it is the result of a step that was counted. */
export interface ReadStep {
  readonly kind: StepKind | null;
  readonly isFailure: boolean;
}

interface Call extends StepPlace {
  readonly name: string | null;
  readonly words: string;
  readonly changes: readonly Changed[];
}

interface Changed {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

type File = SessionOutline["files"][number];
const MAX_LISTED = 200;
const MAX_FILES = 5000;
const MAX_SUMMARY_LENGTH = 200;

const KINDS: Readonly<Record<Exclude<ShownEvent["kind"], "tool_call" | "tool_result">, StepKind>> = {
  user: "prompt",
  assistant: "answer",
  thinking: "thinking",
  system: "notice",
  error: "notice",
  other: "notice",
};

/** The steps of a session: calls with their results, what failed, and which files they changed. */
export class OutlineSteps {
  readonly failures: SessionOutline["failures"] = [];
  readonly #calls = new OpenCalls<Call>();
  readonly #unfinished = new Set<Call>();
  readonly #files = new Map<string, File>();

  read(event: ShownEvent, place: StepPlace): ReadStep {
    const { kind, tool_use_id: id, tool_name: name } = event;
    const isFailure = event.is_error || kind === "error";
    if (kind === "tool_call") return { kind: this.#begin(event, place), isFailure };
    const call = kind === "tool_result" ? this.#calls.end(id, name) : undefined;
    if (kind === "user") this.#calls.prompt();
    if (call) this.#finish(call, isFailure);
    if (isFailure) this.#fail(event, place, call);
    if (kind === "tool_result") return { kind: call ? null : "tool", isFailure };
    return { kind: KINDS[kind], isFailure };
  }

  /** In the order of their first changes. Calls whose results are not known are believed. */
  files(): File[] {
    for (const call of this.#unfinished) this.#change(call);
    this.#unfinished.clear();
    return [...this.#files.values()].toSorted((one, other) => one.offset - other.offset);
  }

  #begin({ tool_name: name, tool_use_id: id, tool_input }: ShownEvent, place: StepPlace): StepKind {
    const input = readToolInput(tool_input);
    const { use, verb, object } = describeCall(name, input);
    const changes = fileChangesOf(name, input).map((change) => ({ path: change.path, ...countLines(change) }));
    const call: Call = { ...place, name, words: `${verb} ${object}`.trim(), changes };
    this.#calls.begin(id, name, call);
    if (changes.length > 0) this.#unfinished.add(call);
    return use;
  }

  #finish(call: Call, isFailure: boolean): void {
    if (this.#unfinished.delete(call) && !isFailure) this.#change(call);
  }

  #change({ changes, line, offset }: Call): void {
    for (const { path, added, removed } of changes) {
      const known = this.#files.get(path);
      if (known === undefined && this.#files.size >= MAX_FILES) continue;
      const before = known ?? { path, added: 0, removed: 0, line, offset };
      this.#files.set(path, { ...before, added: before.added + added, removed: before.removed + removed });
    }
  }

  #fail({ text, tool_output, tool_name, timestamp }: ShownEvent, place: StepPlace, call: Call | undefined): void {
    if (this.failures.length >= MAX_LISTED) return;
    const reason = failureWords(tool_output ?? text);
    const summary = [call && startOf(call.words, MAX_SUMMARY_LENGTH / 2), reason].filter(Boolean).join(": ");
    this.failures.push({
      line: call?.line ?? place.line,
      offset: call?.offset ?? place.offset,
      tool_name: call?.name ?? tool_name,
      summary: startOf(summary, MAX_SUMMARY_LENGTH),
      at: timestamp,
    });
  }
}

/** The first of them, and what all of them come to. */
export function filesOf(steps: OutlineSteps) {
  const all = steps.files();
  const sum = (pick: (file: File) => number): number => all.reduce((total, file) => total + pick(file), 0);
  return {
    files: all.slice(0, MAX_LISTED),
    totals: { files: all.length, added: sum(({ added }) => added), removed: sum(({ removed }) => removed) },
  };
}
