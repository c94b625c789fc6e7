import type { Session } from "@tackroom/contract";
import { RECORDING_WITHIN_MS } from "@tackroom/contract/session-states";

export const isLive = ({ final, last_event_at: at }: Pick<Session, "final" | "last_event_at">): boolean =>
  !final && at !== null && Date.now() - Date.parse(at) <= RECORDING_WITHIN_MS;
