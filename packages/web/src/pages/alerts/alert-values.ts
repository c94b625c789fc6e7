import type {
  AlertCondition,
  AlertMetric,
  AlertRule,
  AlertTarget,
  CreateAlertBody,
  UpdateAlertBody,
} from "@tackroom/contract";
import { METRIC_WORDS } from "./alert-words.js";

/** What the form holds. Numbers are texts until they are sent. */
export interface AlertValues {
  readonly name: string;
  readonly metric: AlertMetric;
  readonly condition: AlertCondition;
  /** In the unit of the metric. */
  readonly threshold: string;
  readonly target: AlertTarget;
  readonly targetId: string;
  /** What the field of the target shows. */
  readonly targetName: string;
  readonly window: string;
  readonly cooldown: string;
  readonly webhook: string;
  readonly notifyRecovery: boolean;
}

export const NEW_ALERT: AlertValues = {
  name: "",
  metric: "error_rate",
  condition: "above",
  threshold: "20",
  target: "all",
  targetId: "",
  targetName: "",
  window: "5",
  cooldown: "15",
  webhook: "",
  notifyRecovery: false,
};

export const MAX_WINDOW = 1440;
export const MAX_COOLDOWN = 44_640;
const MAX_THRESHOLD = 1e15;

/** Without the noise of binary fractions: 7 % is 0.07. */
const rounded = (value: number): number => Number(value.toPrecision(12));

export const valuesOf = (rule: AlertRule): AlertValues => ({
  name: rule.name,
  metric: rule.metric,
  condition: rule.condition,
  threshold: String(rounded(rule.threshold / METRIC_WORDS[rule.metric].scale)),
  target: rule.target_type,
  targetId: rule.target_id,
  targetName: rule.target_name ?? rule.target_id,
  window: String(rule.window_minutes),
  cooldown: String(rule.cooldown_minutes),
  webhook: rule.webhook_url,
  notifyRecovery: rule.notify_recovery,
});

export type Problems = Readonly<Partial<Record<keyof AlertValues, string>>>;

/** What keeps the values from being sent, by field. */
export function problemsOf(values: AlertValues): Problems {
  return {
    ...(values.name.trim() === "" ? { name: "Enter a name." } : {}),
    ...watchedProblems(values),
    ...(/^(https?:\/\/\S+)?$/.test(values.webhook.trim())
      ? {}
      : { webhook: "Enter a URL that starts with https:// or http://." }),
  };
}

/** Only of what decides when the rule fires. */
export function watchedProblems({ threshold, target, targetId, window, cooldown }: AlertValues): Problems {
  return {
    ...(isNumber(threshold) ? {} : { threshold: "Enter a number." }),
    ...(target === "all" || targetId.trim() !== "" ? {} : { targetId: "Choose what to watch." }),
    ...(isWhole(window, 1, MAX_WINDOW) ? {} : { window: `Enter a whole number from 1 to ${MAX_WINDOW}.` }),
    ...(isWhole(cooldown, 0, MAX_COOLDOWN) ? {} : { cooldown: `Enter a whole number from 0 to ${MAX_COOLDOWN}.` }),
  };
}

export const hasProblems = (problems: Problems): boolean => Object.keys(problems).length > 0;

function isNumber(text: string): boolean {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) && Math.abs(value) <= MAX_THRESHOLD;
}

function isWhole(text: string, from: number, to: number): boolean {
  const value = Number(text);
  return text.trim() !== "" && Number.isInteger(value) && value >= from && value <= to;
}

export type WatchedBody = Omit<CreateAlertBody, "name" | "webhook_url" | "notify_recovery">;

export function watchedBody(values: AlertValues): WatchedBody {
  const { metric, condition, threshold, target, targetId, window, cooldown } = values;
  return {
    metric,
    condition,
    threshold: rounded(Number(threshold) * METRIC_WORDS[metric].scale),
    target_type: target,
    target_id: target === "all" ? "" : targetId.trim(),
    window_minutes: Number(window),
    cooldown_minutes: Number(cooldown),
  };
}

export const createBody = (values: AlertValues): CreateAlertBody => ({
  name: values.name.trim(),
  ...watchedBody(values),
  webhook_url: values.webhook.trim(),
  notify_recovery: values.notifyRecovery,
});

/** Only what differs from the rule; what a rule watches cannot be changed. */
export function changesOf(rule: AlertRule, values: AlertValues): UpdateAlertBody {
  const { name, condition, threshold, window_minutes, cooldown_minutes, webhook_url, notify_recovery } =
    createBody(values);
  const wanted = { name, condition, threshold, window_minutes, cooldown_minutes, webhook_url, notify_recovery };
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => rule[key as keyof typeof wanted] !== value),
  );
}

/** The names of the contract's fields that the form shows a problem for. */
export const FIELD_OF: Readonly<Partial<Record<keyof AlertValues, string>>> = {
  name: "name",
  threshold: "threshold",
  targetId: "target_id",
  window: "window_minutes",
  cooldown: "cooldown_minutes",
  webhook: "webhook_url",
};
