import type { AlertPreview, PreviewAlertBody } from "@tackroom/contract";
import { runInSlices } from "../platform/concurrency.js";
import type { CallContext } from "../platform/http/index.js";
import type { AlertDeps } from "./alert-deps.js";
import { MINUTE_MS, wholeMinute } from "./core/minutes.js";
import { summarizeWalk } from "./core/summarize-walk.js";
import { walkMinutes } from "./core/walk-minutes.js";
import { loadMetric } from "./load-metric.js";
import { watchOf } from "./watch-of.js";
import { readWatched } from "./watched.js";

const DAY_MS = 24 * 60 * MINUTE_MS;

/** `POST /alerts/preview`: sums over what the caller may see, which name nobody. */
export async function previewAlert(
  deps: AlertDeps,
  body: PreviewAlertBody,
  { caller }: CallContext,
): Promise<AlertPreview> {
  const wanted = readWatched(body);
  return deps.previewsInTurn(async () => {
    const to = wholeMinute(Date.now());
    const from = to - wanted.days * DAY_MS;
    const first = from + MINUTE_MS;
    const reach = { from: first - wanted.window_minutes * MINUTE_MS, to };
    const rows = await loadMetric(deps, wanted, { userId: caller.userId, role: caller.role }, reach);
    const found = await runInSlices(summarizeWalk(walkMinutes(watchOf(wanted), rows, { from: first, to })));
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), ...found };
  });
}
