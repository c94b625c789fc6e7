import { HarnessMark } from "../../../ui/data/harness-mark.js";
import { Link } from "@tanstack/react-router";
import type { Session, SessionOutline } from "@tackroom/contract";
import type { ReactNode } from "react";
import { mayActAs, useUser } from "../../../api/session.js";
import { CopyButton } from "../../../ui/feedback/copy-button.js";
import { compactNumber, costText, exactNumber } from "../../../ui/data/figures.js";
import { Time } from "../../../ui/data/time.js";
import { nameIn, type SessionNames } from "../names.js";
import { costNote } from "../session-cost.js";
import { IntegrityBadge, StateBadge } from "../session-badges.js";
import { givenName, SessionLink } from "../session-link.js";
import { spanText } from "./clock-text.js";
import { isTimed } from "./is-timed.js";
import { Changed } from "./step-row.js";

interface SessionHeadProps {
  readonly session: Session;
  readonly outline: SessionOutline | undefined;
  readonly names: SessionNames;
}

/** Where one is, what it was about, and what it came to: three lines, so that the trace begins at once. */
export const SessionHead = ({ session, outline, names }: SessionHeadProps) => (
  <div className="flex min-w-0 flex-col gap-1">
    <Breadcrumb session={session} />
    <h1 className="line-clamp-2 text-xl sm:line-clamp-1">
      {givenName(session) ?? `Untitled session in ${session.project_name}`}
    </h1>
    <Facts session={session} outline={outline} names={names} />
  </div>
);

const Breadcrumb = ({ session: { session_id: id, project_name: project } }: Pick<SessionHeadProps, "session">) => (
  <nav aria-label="Breadcrumb" className="flex h-8 min-w-0 items-center gap-2 text-sm text-muted">
    <Link to="/sessions" className="shrink-0 hover:text-ink hover:underline">
      Sessions
    </Link>
    <span aria-hidden="true">/</span>
    <span className="max-w-48 truncate">{project}</span>
    <span aria-hidden="true">/</span>
    <span className="min-w-0 truncate font-mono text-xs">{id}</span>
    <CopyButton text={id} what="the session ID" />
  </nav>
);

function Facts({ session, outline, names: { agents, harnesses } }: SessionHeadProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  const { started_at: start, parent_session_id: parent, tokens } = session;
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <StateBadge session={session} />
      {isAdmin && session.user_name !== null && <span>{session.user_name}</span>}
      <span className="flex items-center">
        <HarnessMark id={session.harness} name={nameIn(harnesses, session.harness)} />
        {nameIn(harnesses, session.harness)}
      </span>
      <AgentFact session={session} agents={agents} />
      {session.models.length > 0 && <span>{session.models.join(", ")}</span>}
      {session.cwd !== null && <span className="font-mono text-xs break-all">{session.cwd}</span>}
      {session.git_branch !== null && <span className="font-mono text-xs break-all">{session.git_branch}</span>}
      {start !== null && <Time at={start} />}
      {outline && isTimed(outline) && (
        <span>
          <Strong>{spanText(outline.totals.active_ms)}</Strong> active
        </span>
      )}
      <CostFact session={session} />
      {tokens && <TokensFact tokens={tokens} />}
      <CallsFact session={session} outline={outline} />
      {outline && <FilesFact totals={outline.totals} />}
      {parent !== null && (
        <span>
          Subagent of <SessionLink session={{ ...session, session_id: parent }}>{parent}</SessionLink>
        </span>
      )}
      <IntegrityBadge integrity={session.integrity} />
    </div>
  );
}

function TokensFact({ tokens: { total, cache_read: read } }: { readonly tokens: NonNullable<Session["tokens"]> }) {
  if (total === 0) return null;
  const cached = Math.round((read / total) * 100);
  return (
    <span>
      <Strong>{compactNumber(total)}</Strong> tokens{cached > 0 && `, ${cached}% cached`}
    </span>
  );
}

function FilesFact({ totals }: Pick<NonNullable<SessionHeadProps["outline"]>, "totals">) {
  if (totals.files === 0) return null;
  return (
    <span>
      <Strong>{exactNumber(totals.files)}</Strong> {totals.files === 1 ? "file" : "files"} changed{" "}
      <Changed {...totals} />
    </span>
  );
}

function CallsFact({ session, outline }: Pick<SessionHeadProps, "session" | "outline">) {
  const { tool_calls: calls, tool_failures: failed } = session;
  // Interrupted turns and failed requests: the list of failures has them too.
  const errors = outline ? Math.max(0, outline.totals.failures - failed) : 0;
  return (
    <span>
      <Strong>{exactNumber(calls)}</Strong> {calls === 1 ? "call" : "calls"}
      <span className="font-medium text-bad">
        {failed > 0 && `, ${exactNumber(failed)} failed`}
        {errors > 0 && `, ${exactNumber(errors)} ${errors === 1 ? "error" : "errors"} outside calls`}
      </span>
    </span>
  );
}

function AgentFact({ session, agents }: Pick<SessionHeadProps, "session"> & Pick<SessionNames, "agents">) {
  const { agent_id: id, agent_name: name, agent_version: version } = session;
  return id !== null && <span className="text-accent">{`${name ?? nameIn(agents, id)} ${version ?? ""}`}</span>;
}

/** A cost that is not known is shown as that, with what lacks a price. */
function CostFact({ session }: Pick<SessionHeadProps, "session">) {
  const { cost_usd: cost, total_credits: credits, unpriced_models: unpriced } = session;
  const isUnknown = cost === null && unpriced.length === 0;
  return (
    <>
      {credits !== null && <span>{exactNumber(credits)} credits</span>}
      {isUnknown && credits === null && (
        <span title="The transcript does not say how many tokens were used.">cost unknown</span>
      )}
      {!isUnknown && (
        <span title={costNote(session)}>
          <Strong>{cost === null ? "—" : costText(cost)}</Strong>
          {unpriced.length > 0 && ` ${costNote(session)}`}
        </span>
      )}
    </>
  );
}

const Strong = ({ children }: { readonly children: ReactNode }) => (
  <strong className="font-semibold text-ink tabular-nums">{children}</strong>
);
