import type { Session } from "@tackroom/contract";
import { classes } from "../../../ui/theme/classes.js";
import { costText, exactNumber, tokensText } from "../../../ui/data/figures.js";
import { StateBadge } from "../session-badges.js";
import { SessionLink, sessionName } from "../session-link.js";

/** A one-line summary of a subagent. */
export const SubagentLine = ({ session }: { readonly session: Session }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <SessionLink session={session}>{sessionName(session)}</SessionLink>
    <StateBadge session={session} />
    <span className="text-sm text-muted">
      {exactNumber(session.prompts)} prompts, {exactNumber(session.tool_calls)} tool calls,{" "}
      {tokensText(session.tokens?.total)} tokens, cost {costText(session.cost_usd)},{" "}
      <span className={classes(session.tool_failures > 0 && "text-bad")}>
        {exactNumber(session.tool_failures)} failed
      </span>
    </span>
  </span>
);
