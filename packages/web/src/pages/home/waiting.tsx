import type { MySubmission } from "@tackroom/contract";
import type { ReplyOf } from "@tackroom/contract/calls";
import { BellRing, CircleArrowUp, ClipboardCheck, Undo2, X, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useAction } from "../../api/queries.js";
import { Button, ButtonLink } from "../../ui/actions/button.js";
import { Time } from "../../ui/data/time.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Panel, PanelNote } from "./panel.js";
import { isAnswered } from "./is-answered.js";
import type { Home, Notifications, Updates } from "./use-home.js";

type Submission = ReplyOf<"listSubmissions">[number];

/** Only these notifications are shown: the subjects of the others have rows of their own here. */
const SHOWN_KINDS: readonly Notifications[number]["kind"][] = ["alert.fired", "budget.warning"];
const MAX_ROWS = 5;

/** What the user can do something about: reviews, answers to submissions, updates and alerts. */
export function Waiting({ submissions, own, updates, inbox }: Pick<Home, "submissions" | "own" | "updates" | "inbox">) {
  const reviews = submissions.data?.items ?? [];
  const mine = own.data?.items ?? [];
  const toFix = mine.filter(isAnswered);
  const sent = mine.length - toFix.length;
  const newer = updates.data?.items ?? [];
  const alerts = (inbox.data?.items ?? []).filter(({ kind }) => SHOWN_KINDS.includes(kind));
  const toReview = submissions.data?.total ?? 0;
  const count = alerts.length + toFix.length + toReview + newer.length;
  return (
    <Panel
      title="Waiting for you"
      count={count}
      actions={
        <ButtonLink variant="quiet" size="small" to="/inbox">
          Inbox
        </ButtonLink>
      }
    >
      {count === 0 && <PanelNote>Nothing waits for you.</PanelNote>}
      {count > 0 && (
        <ul className="divide-y divide-line">
          {alerts.slice(0, MAX_ROWS).map((entry) => (
            <AlertRow key={entry.id} entry={entry} />
          ))}
          <More count={alerts.length - MAX_ROWS} of="alerts. See your inbox." />
          {toFix.slice(0, MAX_ROWS).map((submission) => (
            <OwnRow key={`${submission.id} ${submission.version}`} submission={submission} />
          ))}
          <More count={toFix.length - MAX_ROWS} of="of your submissions. See the items in the registry." />
          {reviews.map((submission) => (
            <ReviewRow key={submission.id} submission={submission} />
          ))}
          <More count={toReview - reviews.length} of="to review. See the review queue." />
          {newer.slice(0, MAX_ROWS).map((update) => (
            <UpdateRow key={update.id} update={update} />
          ))}
          <More count={newer.length - MAX_ROWS} of="updates. See all of a project with tack outdated." />
        </ul>
      )}
      {sent > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          {sent === 1 ? "1 of your submissions waits" : `${sent} of your submissions wait`} for a reviewer.
        </p>
      )}
    </Panel>
  );
}

/** The number in the heading counts these, too. */
const More = ({ count, of }: { readonly count: number; readonly of: string }) =>
  count > 0 && <li className="px-4 py-2 text-sm text-muted">{`And ${count} more ${of}`}</li>;

interface RowProps {
  readonly icon: LucideIcon;
  readonly look: string;
  readonly title: ReactNode;
  readonly detail: string | null;
  readonly at: string | null;
  readonly children: ReactNode;
}

const Row = ({ icon: Icon, look, title, detail, at, children }: RowProps) => (
  <li className="flex items-center gap-3 px-4 py-2">
    <Icon size={16} aria-hidden="true" className={`shrink-0 ${look}`} />
    <span className="flex min-w-0 grow flex-col text-sm">
      <span className="wrap-anywhere">{title}</span>
      {detail !== null && <bdi className="line-clamp-1 text-xs text-muted">{detail}</bdi>}
    </span>
    {at !== null && (
      <span className="text-xs text-muted max-sm:hidden">
        <Time at={at} />
      </span>
    )}
    {children}
  </li>
);

function ReviewRow({ submission }: { readonly submission: Submission }) {
  const { id, name, version, risk_signals: risks, submitted_by: author, created_at: at } = submission;
  const high = risks.filter(({ severity }) => severity === "high").length;
  const found = risks.length === 0 ? "No findings" : `${risks.length} ${risks.length === 1 ? "finding" : "findings"}`;
  const detail = [high > 0 ? `${found}, ${high} high` : found, author].filter(Boolean).join(" · ");
  return (
    <Row
      icon={ClipboardCheck}
      look={high > 0 ? "text-bad" : "text-accent"}
      title={
        <>
          Review <b className="font-semibold">{`${name} ${version}`}</b>
        </>
      }
      detail={detail}
      at={at}
    >
      <ButtonLink size="small" to="/review/$id" params={{ id }} aria-label={`Review ${name}`}>
        Review
      </ButtonLink>
    </Row>
  );
}

/** What became of a submission that its author can do something about. */
const answerTo = ({ status, rejection_reason: reason }: MySubmission) =>
  status === "rejected"
    ? { said: "was rejected", detail: reason ?? "The reviewer gave no reason." }
    : { said: "was sent back", detail: "A reviewer requested changes." };

function OwnRow({ submission }: { readonly submission: MySubmission }) {
  const { type, qualified_name, version, submitted_at, changes_requested_at: asked } = submission;
  const [namespace = "", slug = ""] = qualified_name.split("/");
  const { said, detail } = answerTo(submission);
  return (
    <Row
      icon={Undo2}
      look="text-bad"
      title={
        <>
          Your <b className="font-semibold">{`${slug} ${version}`}</b> {said}
        </>
      }
      detail={detail}
      at={asked ?? submitted_at}
    >
      <ButtonLink
        size="small"
        to="/registry/$type/$namespace/$slug"
        params={{ type, namespace, slug }}
        search={asked === null ? {} : { tab: "review" }}
        aria-label={`Fix ${slug}`}
      >
        Fix
      </ButtonLink>
    </Row>
  );
}

function AlertRow({ entry }: { readonly entry: Notifications[number] }) {
  const mark = useAction("markInboxRead", { refreshes: ["listInbox"] });
  const { id, title, text, path, created_at: at } = entry;
  return (
    <Row icon={BellRing} look="text-warn" title={<b className="font-semibold">{title}</b>} detail={text} at={at}>
      <ButtonLink
        size="small"
        to={path}
        aria-label={`Look at: ${title}`}
        onClick={() => mark.mutate({ body: { ids: [id] } })}
      >
        Look
      </ButtonLink>
    </Row>
  );
}

function UpdateRow({ update }: { readonly update: Updates[number] }) {
  const forget = useAction("forgetInstall", { refreshes: ["listMyUpdates"] });
  const { id, type, qualified_name, version, installed_version: installed, changelog, is_yanked, released_at } = update;
  const [namespace = "", slug = ""] = qualified_name.split("/");
  const yanked = `Version ${installed}, which you installed, has been yanked.`;
  return (
    <Row
      icon={CircleArrowUp}
      look={is_yanked ? "text-bad" : "text-info"}
      title={
        <>
          <b className="font-semibold">{`${slug} ${version}`}</b> replaces your {installed}
          {forget.error && <ErrorBox problem={forget.error} />}
        </>
      }
      detail={is_yanked ? yanked : changelog}
      at={released_at}
    >
      <ButtonLink
        size="small"
        to="/registry/$type/$namespace/$slug"
        params={{ type, namespace, slug }}
        aria-label={`Update ${slug}`}
      >
        Update
      </ButtonLink>
      <Button
        variant="quiet"
        size="icon"
        busy={forget.isPending}
        aria-label={`No longer report updates of ${slug}`}
        title="I no longer use it"
        onClick={() => forget.mutate({ params: { id } })}
      >
        <X size={14} aria-hidden="true" />
      </Button>
    </Row>
  );
}
