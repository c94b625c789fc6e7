import type { Session } from "@tackroom/contract";
import { RECORDING_WITHIN_MS } from "@tackroom/contract/session-states";
import { costText } from "../cost-words.js";

/** As the web app calls it. */
export function stateOf({ final, integrity, last_event_at: at }: Session, now = Date.now()): string {
  if (integrity.ok === false) return "lines missing";
  if (final) return "complete";
  return at !== null && now - Date.parse(at) < RECORDING_WITHIN_MS ? "recording" : "no end";
}

/** "40 s", "35 min", "3 h 40 min" */
export function activeText(ms: number | null): string {
  if (ms === null) return "";
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export const nameOf = ({ title, first_prompt: prompt }: Session): string => title ?? prompt ?? "";

type Priced = Pick<Session, "cost_usd" | "unpriced_models">;

/** The known cost, and which models it does not include. */
export function costOf({ cost_usd: cost, unpriced_models: unpriced }: Priced): string {
  if (unpriced.length === 0 || cost === null) return costText(cost);
  return `${costText(cost)} + unknown`;
}

/** "2026-11-18 16:05", in UTC as everywhere in tack. */
export const momentText = (moment: string | null): string => moment?.slice(0, 16).replace("T", " ") ?? "";
