import { Link } from "@tanstack/react-router";
import { ClipboardCheck } from "lucide-react";
import { useRef, useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import { KIND_WORDS, typeOfKind } from "../../api/kinds.js";
import { useList } from "../../api/queries.js";
import { Badge } from "../../ui/feedback/badge.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { KeyboardHint } from "../../ui/actions/keyboard.js";
import { useShortcuts } from "../../ui/actions/shortcuts.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Page } from "../../ui/layout/page.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Tile } from "../../ui/data/tile.js";
import { Time } from "../../ui/data/time.js";
import { Segmented } from "../../ui/forms/segmented.js";
import { KindChoice } from "../registry/choices.js";
import { BulkBar } from "./bulk-bar.js";
import { tackCommand } from "../../ui/text/tack-command.js";
import { ImportGroups, type Batch } from "./import-groups.js";
import { ReviewersOnly } from "./reviewers-only.js";

type Submission = ReplyOf<"listSubmissions">[number];
type WaitingFor = "reviewers" | "authors";
const PAGE_SIZE = 50;

interface Shown {
  readonly kind: string;
  readonly waitingFor: WaitingFor;
  readonly batch: Batch | undefined;
  readonly offset: number;
}

/** The submissions that wait for reviewers or for their authors, with their age and risks. */
export const ReviewPage = () => (
  <ReviewersOnly>
    <AllSubmissions />
  </ReviewersOnly>
);

function AllSubmissions() {
  const [shown, setShown] = useState<Shown>({ kind: "", waitingFor: "reviewers", batch: undefined, offset: 0 });
  const { kind, waitingFor, batch, offset } = shown;
  /** Another filter begins with its first page. */
  const show = (change: Partial<Shown>): void => setShown({ ...shown, offset: 0, ...change });
  const filter = {
    ...(kind === "" ? {} : { type: kind }),
    ...(batch ? { batch_id: batch.id } : {}),
    waiting_for: waitingFor,
  };
  const query = useList(
    "listSubmissions",
    { query: { ...filter, limit: PAGE_SIZE, offset } as object },
    { refetchEveryMs: 30_000, keepsPrevious: true },
  );
  return (
    <Page
      title="Review"
      intro={
        <>
          Submissions waiting for review.{" "}
          <span className="max-md:hidden">
            Press <KeyboardHint>j</KeyboardHint> and <KeyboardHint>k</KeyboardHint> to move through the list, and{" "}
            <KeyboardHint>Enter</KeyboardHint> to open.
          </span>
        </>
      }
      actions={
        <QueueFilters
          kind={kind}
          waitingFor={waitingFor}
          onKind={(next) => show({ kind: next })}
          onWaitingFor={(next) => show({ waitingFor: next })}
        />
      }
    >
      <Loaded query={query}>
        {({ items, total }) => (
          <>
            <ImportGroups submissions={items} chosen={batch} onChoose={(next) => show({ batch: next })} />
            {items.length === 0 ? (
              <NothingWaits waitingFor={waitingFor} />
            ) : (
              <Queue key={waitingFor + kind + offset + (batch?.id ?? "")} submissions={items} />
            )}
            <Pagination offset={offset} limit={PAGE_SIZE} total={total} onChange={(next) => show({ offset: next })} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface QueueFiltersProps {
  readonly kind: string;
  readonly waitingFor: WaitingFor;
  readonly onKind: (kind: string) => void;
  readonly onWaitingFor: (whom: WaitingFor) => void;
}

const QueueFilters = ({ kind, waitingFor, onKind, onWaitingFor }: QueueFiltersProps) => (
  <>
    <Segmented<WaitingFor>
      label="Waiting for"
      value={waitingFor}
      onChange={onWaitingFor}
      segments={[
        { value: "reviewers", label: "Waiting for me" },
        { value: "authors", label: "Waiting for authors" },
      ]}
    />
    <KindChoice value={kind} onChoose={onKind} />
  </>
);

const NothingWaits = ({ waitingFor }: { readonly waitingFor: WaitingFor }) =>
  waitingFor === "reviewers" ? (
    <EmptyState icon={ClipboardCheck} title="No submissions" command={tackCommand("registry skill submit ./my-skill")}>
      Submissions that are waiting for review appear here. Try it with an item of your own.
    </EmptyState>
  ) : (
    <EmptyState icon={ClipboardCheck} title="No submissions wait for their authors">
      Submissions appear here while their authors work on the changes that a reviewer requested.
    </EmptyState>
  );

function Queue({ submissions }: { readonly submissions: readonly Submission[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const move = (step: number): void => {
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []);
    const at = rows.indexOf(document.activeElement as HTMLElement);
    rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
  };
  const next = { label: "Next submission", run: () => move(1) };
  const previous = { label: "Previous submission", run: () => move(-1) };
  useShortcuts({ j: next, ArrowDown: next, k: previous, ArrowUp: previous });
  const choose = (id: string, isChosen: boolean): void => {
    const ids = new Set(chosen);
    if (isChosen) ids.add(id);
    else ids.delete(id);
    setChosen(ids);
  };
  const selectable = submissions.filter((submission) => obstacleOf(submission) === undefined).map(({ id }) => id);
  return (
    <>
      {selectable.length > 1 && (
        <label className="flex min-h-8 w-fit items-center gap-2 text-sm text-muted">
          <input
            type="checkbox"
            checked={selectable.every((id) => chosen.has(id))}
            onChange={(event) => setChosen(new Set(event.target.checked ? selectable : []))}
            className="ml-3 size-4 shrink-0 accent-accent"
          />
          Select all without a high risk
        </label>
      )}
      <BulkBar
        chosen={submissions.filter(({ id }) => chosen.has(id))}
        onDone={(refused) => setChosen(new Set(refused))}
      />
      <ul
        ref={list}
        aria-label="Submissions"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised"
      >
        {submissions.map((submission) => (
          <li key={submission.id} className="flex">
            <input
              type="checkbox"
              aria-label={`Select ${submission.name} ${submission.version}`}
              title={obstacleOf(submission)}
              disabled={obstacleOf(submission) !== undefined}
              checked={chosen.has(submission.id)}
              onChange={(event) => choose(submission.id, event.target.checked)}
              className="mt-4 mr-2 ml-3 size-4 shrink-0 accent-accent"
            />
            <Row submission={submission} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Why a submission cannot be decided together with others. */
function obstacleOf({ digest, risk_signals }: Submission): string | undefined {
  if (digest === null) return "Agents with components are reviewed one by one";
  return risk_signals.some(({ severity }) => severity === "high") ? "High risk: review it on its own" : undefined;
}

function Row({ submission }: { readonly submission: Submission }) {
  const type = typeOfKind(submission.type);
  const words = type && KIND_WORDS[type];
  const worst = submission.risk_signals.some(({ severity }) => severity === "high") ? "bad" : "warn";
  return (
    <Link
      to="/review/$id"
      params={{ id: submission.id }}
      data-row=""
      className="flex min-w-0 grow gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-hover"
    >
      <Tile
        icon={words?.icon ?? ClipboardCheck}
        colour={words?.colour ?? "c6"}
        label={words?.one ?? submission.type}
        size="large"
      />
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="line-clamp-1 font-semibold">{submission.name}</bdi>
          <span className="text-sm text-muted">{submission.version}</span>
          {submission.risk_signals.length > 0 && (
            <Badge tone={worst}>
              {submission.risk_signals.length} {submission.risk_signals.length === 1 ? "risk" : "risks"}
            </Badge>
          )}
          {submission.changes_requested_at !== null && <Badge tone="warn">changes requested</Badge>}
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
