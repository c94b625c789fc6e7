import type { AlertFiring, AlertMetric, AlertRule } from "@tackroom/contract";

const UNITS: Readonly<Record<AlertMetric, (value: number) => string>> = {
  error_rate: (value) => `${Number((value * 100).toFixed(value < 0.0001 ? 6 : 2))}%`,
  latency_p99: (value) => `${Math.round(value)} ms`,
  token_usage: (value) => `${value} tokens`,
  cost_usd: (value) => `$${Number(value.toFixed(4))}`,
};

/** With its unit. What a newer server may send is shown as it is. */
export function valueText(metric: AlertMetric, value: number | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const write = UNITS[metric] as ((value: number) => string) | undefined;
  return write && typeof value === "number" ? write(value) : String(value);
}

export const conditionText = ({
  metric,
  condition,
  threshold,
}: Pick<AlertRule, "metric" | "condition" | "threshold">) => `${condition} ${valueText(metric, threshold) ?? ""}`;

export const targetText = ({ target_type, target_id, target_name }: AlertRule): string =>
  target_type === "all" ? "all" : `${target_type} ${target_name ?? target_id}`;

/** A paused rule is not evaluated, so its last state says nothing. */
export const stateText = ({ status, state }: AlertRule): string => (status === "paused" ? "paused" : state);

export const deliveryText = ({ delivery_status, attempts, response_code }: AlertFiring): string =>
  [
    delivery_status,
    attempts > 1 ? `${attempts} attempts` : "",
    response_code === null || response_code === undefined ? "" : `HTTP ${response_code}`,
  ]
    .filter(Boolean)
    .join(", ");
