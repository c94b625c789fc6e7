import type { Session } from "@tackroom/contract";
import { exactNumber } from "../../ui/data/figures.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { activeText, markOf } from "../sessions/list/row-words.js";
import { CostCell, NUMBER, StateMark, Title } from "../sessions/list/session-cells.js";
import { keyOf } from "../sessions/session-link.js";
import { Panel, PanelNote } from "./panel.js";

interface OwnSessionsProps {
  readonly sessions: readonly Session[];
  readonly total: number;
  readonly userId: string;
}

export function OwnSessions({ sessions, total, userId }: OwnSessionsProps) {
  const now = new Date();
  return (
    <Panel
      title="Your sessions"
      actions={
        <ButtonLink variant="quiet" size="small" to="/sessions" search={{ user_id: userId }}>
          All {exactNumber(total)}
        </ButtonLink>
      }
    >
      {sessions.length === 0 ? (
        <PanelNote>None recorded yet. Run tack doctor where your agent runs, to see what is missing.</PanelNote>
      ) : (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <li
              key={keyOf(session)}
              className="relative flex items-center gap-3 px-4 py-2 text-sm focus-within:bg-accent-soft hover:bg-hover"
            >
              <StateMark mark={markOf(session, now)} />
              <span className="min-w-0 grow">
                <Title session={session} />
              </span>
              <span className="max-w-32 truncate font-mono text-xs text-muted max-sm:hidden">
                {session.project_name}
              </span>
              <span className={`w-20 text-xs text-muted max-sm:hidden ${NUMBER}`}>
                {session.active_ms !== null && activeText(session.active_ms)}
              </span>
              <span className={`w-16 text-xs text-bad max-sm:hidden ${NUMBER}`}>
                {session.tool_failures > 0 && `${exactNumber(session.tool_failures)} failed`}
              </span>
              <span className={`w-14 ${NUMBER}`}>
                <CostCell session={session} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
