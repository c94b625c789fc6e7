import { useQuery } from "@tanstack/react-query";
import type { Session, SessionOutline } from "@tackroom/contract";
import { useApi } from "../../../api/context.js";
import type { ApiProblem } from "../../../api/problem.js";
import { refOf } from "../session-link.js";
import { isLive } from "../is-live.js";

/** A live session is outlined again at most this often. */
const EVERY_MS = 4000;

/** The outline of a session, which stays while a newer one is loaded. */
export function useOutline(session: Session) {
  const api = useApi();
  // The outline of a finished session is fetched once, that of a running one again and again.
  const version = isLive(session) ? "live" : session.events;
  return useQuery<SessionOutline, ApiProblem>({
    queryKey: ["getSessionOutline", session.session_id, refOf(session), session.generation, version],
    queryFn: ({ signal }) =>
      api.call("getSessionOutline", { params: { id: session.session_id }, query: refOf(session), signal }),
    placeholderData: (before) => before,
    refetchInterval: isLive(session) ? EVERY_MS : false,
  });
}
