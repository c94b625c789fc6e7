import { sessionNames, type NamedLine } from "./session-names.js";
import { sumUsage, type Summary } from "./summary.js";

/** What the lines of one model came to, those with a stated cost apart from those without. */
export interface RecountRow {
  readonly model: string;
  readonly lines: number;
  readonly events: number;
  readonly prompts: number;
  readonly errors: number;
  readonly calls: number;
  readonly failures: number;
  readonly unreadable: number;
  readonly usage_only: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly read_tokens: number;
  readonly write_tokens: number;
  readonly hour_tokens: number;
  readonly cost: number | null;
  readonly usages: number;
  readonly first_at: string;
  readonly last_at: string;
  readonly titled: string;
  readonly titled_line: number;
  readonly titled_rank: number;
  readonly prompted: string;
  readonly prompted_line: number;
  readonly placed: string;
  readonly placed_line: number;
  readonly branched: string;
  readonly branched_line: number;
}

/** The same that `summariseRows` makes of the lines themselves. */
export function recountedSummary(rows: readonly RecountRow[]): Summary {
  const sum = (pick: (row: RecountRow) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const models = new Set(rows.map(({ model }) => model).filter((model) => model !== ""));
  return {
    lineCount: sum(({ lines }) => lines),
    events: sum(({ events }) => events),
    prompts: sum(({ prompts }) => prompts),
    toolCalls: sum(({ calls }) => calls),
    toolFailures: sum(({ failures }) => failures),
    errorEvents: sum(({ errors }) => errors),
    unreadableLines: sum(({ unreadable }) => unreadable),
    usageOnlyLines: sum(({ usage_only }) => usage_only),
    usage: sumUsage(rows.filter(({ usages }) => usages > 0).map(usageEntry)),
    models: [...models].toSorted(),
    startedAt: rows.map(({ first_at }) => first_at).toSorted()[0] ?? null,
    lastEventAt:
      rows
        .map(({ last_at }) => last_at)
        .toSorted()
        .at(-1) ?? null,
    names: sessionNames(rows.flatMap(namesIn)),
  };
}

const usageEntry = (row: RecountRow) => ({
  model: row.model,
  input: row.input_tokens,
  output: row.output_tokens,
  cacheRead: row.read_tokens,
  cacheWrite: row.write_tokens,
  cacheWrite1h: row.hour_tokens,
  statedCostUsd: row.cost,
});

const namesIn = (row: RecountRow): NamedLine[] => [
  { line: row.titled_line, names: { title: row.titled, title_rank: String(row.titled_rank) } },
  { line: row.prompted_line, names: { prompt: row.prompted } },
  { line: row.placed_line, names: { cwd: row.placed } },
  { line: row.branched_line, names: { git_branch: row.branched } },
];
