import { Link } from "@tanstack/react-router";
import { ClipboardCheck } from "lucide-react";
import { useRef, useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import { KIND_WORDS, typeOfKind } from "../../api/kinds.js";
import { useList } from "../../api/queries.js";
import { Badge } from "../../ui/feedback/badge.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { KeyboardHint, useShortcuts } from "../../ui/actions/keyboard.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Page } from "../../ui/layout/page.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Time } from "../../ui/data/time.js";
import { KindChoice } from "../registry/choices.js";

type Submission = ReplyOf<"listSubmissions">[number];
const PAGE_SIZE = 50;

/** The submissions that are waiting for review, with their age and risks. */
export function ReviewPage() {
  const [kind, setKind] = useState("");
  const [offset, setOffset] = useState(0);
  const query = useList(
    "listSubmissions",
    { query: { ...(kind === "" ? {} : { type: kind }), limit: PAGE_SIZE, offset } as object },
    { refetchEveryMs: 30_000, keepsPrevious: true },
  );
  return (
    <Page
      title="Review"
      intro={
        <>
          Submissions waiting for review. Press <KeyboardHint>j</KeyboardHint> and <KeyboardHint>k</KeyboardHint> to
          move through the list, and <KeyboardHint>Enter</KeyboardHint> to open.
        </>
      }
      actions={
        <KindChoice
          value={kind}
          onChoose={(next) => {
            setKind(next);
            setOffset(0);
          }}
        />
      }
    >
      <Loaded query={query}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? <NothingWaits /> : <Queue submissions={items} />}
            <Pagination offset={offset} limit={PAGE_SIZE} total={total} onChange={setOffset} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const NothingWaits = () => (
  <EmptyState icon={ClipboardCheck} title="No submissions" command="npx tack registry skill submit ./my-skill">
    Submissions that are waiting for review appear here. Try it with an item of your own.
  </EmptyState>
);

function Queue({ submissions }: { readonly submissions: readonly Submission[] }) {
  const list = useRef<HTMLUListElement>(null);
  const move = (step: number): void => {
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []);
    const at = rows.indexOf(document.activeElement as HTMLElement);
    rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) });
  return (
    <ul
      ref={list}
      aria-label="Submissions"
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised"
    >
      {submissions.map((submission) => (
        <li key={submission.id}>
          <Row submission={submission} />
        </li>
      ))}
    </ul>
  );
}

function Row({ submission }: { readonly submission: Submission }) {
  const type = typeOfKind(submission.type);
  const words = type && KIND_WORDS[type];
  const Icon = words?.icon ?? ClipboardCheck;
  const worst = submission.risk_signals.some(({ severity }) => severity === "high") ? "bad" : "warn";
  return (
    <Link
      to="/review/$id"
      params={{ id: submission.id }}
      data-row=""
      className="flex gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-hover"
    >
      <Icon size={18} role="img" aria-label={words?.one ?? submission.type} className="mt-0.5 shrink-0 text-accent" />
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="line-clamp-1 font-semibold">{submission.name}</bdi>
          <span className="text-sm text-muted">{submission.version}</span>
          {submission.risk_signals.length > 0 && (
            <Badge tone={worst}>
              {submission.risk_signals.length} {submission.risk_signals.length === 1 ? "risk" : "risks"}
            </Badge>
          )}
          {submission.components_ready === false && <Badge tone="warn">components not approved</Badge>}
        </div>
        <bdi className="line-clamp-2 text-muted">{submission.description}</bdi>
        <span className="text-sm text-muted">
          by {submission.submitted_by ?? submission.owner}, <Time at={submission.created_at} />
        </span>
      </div>
    </Link>
  );
}
