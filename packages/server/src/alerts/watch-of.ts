import type { Watch } from "./core/walk-minutes.js";
import type { Rule } from "./rule-store.js";

type Columns = Pick<Rule, "threshold" | "condition" | "window_minutes" | "cooldown_minutes">;

export const watchOf = ({ threshold, condition, window_minutes, cooldown_minutes }: Columns): Watch => ({
  threshold,
  condition,
  windowMinutes: window_minutes,
  cooldownMinutes: cooldown_minutes,
});
