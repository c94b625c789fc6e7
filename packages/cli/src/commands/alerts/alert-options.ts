import type { AlertMetric, CreateAlertBody } from "@tackroom/contract";
import type { Api } from "../../api/client.js";
import { note, type Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { callOf } from "../../kinds.js";
import { oneLine } from "../../printable.js";
import { wholeNumber } from "../numbers.js";

/** A value of each metric of the contract; a missing one does not compile. */
const KNOWN: Readonly<Record<AlertMetric, true>> = {
  error_rate: true,
  latency_p99: true,
  token_usage: true,
  cost_usd: true,
};
export const METRICS = Object.keys(KNOWN) as readonly AlertMetric[];

export interface ConditionOptions {
  readonly above?: string;
  readonly below?: string;
  readonly window?: string;
  readonly cooldown?: string;
}

export interface WatchedOptions extends ConditionOptions {
  readonly metric: AlertMetric;
  readonly agent?: string;
  readonly mcp?: string;
}

type Watched = Omit<CreateAlertBody, "name" | "webhook_url" | "notify_recovery">;
type Condition = Partial<Pick<Watched, "condition" | "threshold" | "window_minutes" | "cooldown_minutes">>;

/** Only what was given. */
export function readCondition(metric: AlertMetric, options: ConditionOptions): Condition {
  const { above, below } = options;
  const window = wholeNumber("--window", options.window);
  const cooldown = wholeNumber("--cooldown", options.cooldown);
  return {
    ...(above === undefined ? {} : { condition: "above", threshold: readThreshold(metric, "--above", above) }),
    ...(below === undefined ? {} : { condition: "below", threshold: readThreshold(metric, "--below", below) }),
    ...(window === undefined ? {} : { window_minutes: window }),
    ...(cooldown === undefined ? {} : { cooldown_minutes: cooldown }),
  };
}

/** `20%` is 0.2, which only an error rate can be. */
export function readThreshold(metric: AlertMetric, flag: string, text: string): number {
  const [, digits = "", percent] = /^(-?(?:\d+\.?\d*|\.\d+)(?:e\d+)?)(%?)$/i.exec(text.trim()) ?? [];
  if (digits === "") throw usageError(`Invalid value "${text}" for ${flag}.`, `Expected a number, such as ${flag} 100`);
  const value = Number(digits);
  if (metric !== "error_rate") {
    if (percent) throw usageError(`${flag} is a percentage only for error_rate.`, `Expected a number without %.`);
    return value;
  }
  if (percent) return Number((value / 100).toPrecision(12));
  // 20 would be two thousand percent, which no one means.
  if (value > 1)
    throw usageError(`An error rate of ${text} is never reached.`, `For ${text} percent: ${flag} ${text}%`);
  return value;
}

/** The whole of what a rule watches. */
export async function readWatched(cli: Cli, api: Api, options: WatchedOptions): Promise<Partial<Watched>> {
  const condition = readCondition(options.metric, options);
  if (condition.threshold === undefined)
    throw usageError("Missing threshold.", "Pass --above <number> or --below <number>.");
  return { metric: options.metric, ...condition, ...(await readTarget(cli, api, options)) };
}

async function readTarget(cli: Cli, api: Api, { agent, mcp }: WatchedOptions): Promise<Partial<Watched>> {
  if (agent !== undefined) return { target_type: "agent", target_id: await idOf(cli, api, "agent", agent) };
  if (mcp !== undefined) return { target_type: "mcp", target_id: await idOf(cli, api, "mcp", mcp) };
  return { target_type: "all", target_id: "" };
}

/** The ID of an item of the registry, or the name as clients report it. */
async function idOf(cli: Cli, api: Api, kind: "agent" | "mcp", name: string): Promise<string> {
  try {
    return (await api.call(callOf(kind, "getItem"), { params: { id: name } })).id;
  } catch (error) {
    if (!(error instanceof CliError) || error.category !== "not_found") throw error;
    if (cli.flags.output === "table") {
      note(cli, `! ${oneLine(name)} is not in the registry: it matches what clients report by this name.`);
    }
    return name;
  }
}
