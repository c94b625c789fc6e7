import { useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import { KIND_WORDS, typeOfKind } from "../../api/kinds.js";
import { isNotFound } from "../../api/problem.js";
import { useCall } from "../../api/queries.js";
import { NotFound } from "../../shell/failures.js";
import { Time } from "../../ui/data/time.js";
import { Badge, StatusBadge } from "../../ui/feedback/badge.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Section } from "../../ui/layout/card.js";
import { Page } from "../../ui/layout/page.js";
import { Markdown } from "../../ui/text/markdown.js";
import { Facts } from "../registry/item/item-body.js";
import { ValidationResults } from "../registry/item/validation-results.js";
import { ChangesSinceOpened } from "./changes-since-opened.js";
import { Decision } from "./decision.js";
import { Findings } from "./findings.js";
import { PermissionChanges } from "./permission-changes.js";
import { ReviewersOnly } from "./reviewers-only.js";
import { SubmissionFiles } from "./submission-files.js";

type Submission = ReplyOf<"getSubmission">;

export function SubmissionPage() {
  const { id = "" } = useParams({ strict: false }) as Partial<Record<string, string>>;
  return (
    <ReviewersOnly>
      <OneSubmission key={id} id={id} />
    </ReviewersOnly>
  );
}

function OneSubmission({ id }: { readonly id: string }) {
  // A reviewer approves what is on the screen, so it is refetched only on request.
  const query = useCall("getSubmission", { params: { id } }, { steady: true });
  const files = useCall("listSubmissionFiles", { params: { id } }, { steady: true });
  const comments = useCall("listComments", { params: { id }, query: { limit: 200 } }, { fresh: true });
  const [read, setRead] = useState<Submission>();
  const submission = query.data;
  if (isNotFound(query.error)) return <NotFound />;
  const showNewVersion = async (): Promise<void> => {
    const [{ isSuccess }] = await Promise.all([query.refetch(), files.refetch(), comments.refetch()]);
    if (isSuccess) setRead(submission);
  };
  return (
    <Page
      title={submission ? `Review ${submission.name}` : "Review"}
      className="max-lg:pb-40"
      {...(submission ? { intro: <Intro submission={submission} /> } : {})}
    >
      <Loaded query={query} waits={files.isPending || comments.isPending}>
        {(found) => (
          <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="flex min-w-0 flex-col gap-6">
              {read && <ChangesSinceOpened read={read} submission={found} />}
              <Note submission={found} />
              <PermissionChanges permissions={found.permissions} />
              {files.error && <ErrorBox problem={files.error} onRetry={() => void files.refetch()} />}
              {comments.error && <ErrorBox problem={comments.error} onRetry={() => void comments.refetch()} />}
              {files.data && (
                <SubmissionFiles submission={found} files={files.data} comments={comments.data?.items ?? []} />
              )}
            </div>
            <Aside submission={found}>
              {found.status === "pending" && (
                <Decision
                  key={query.dataUpdatedAt}
                  submission={found}
                  onShowNewVersion={() => void showNewVersion()}
                  reload={query}
                />
              )}
              {found.status === "rejected" && found.rejection_reason !== null && (
                <Section title="Reason for the rejection">
                  <p dir="auto">{found.rejection_reason}</p>
                </Section>
              )}
            </Aside>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Intro({ submission }: { readonly submission: Submission }) {
  const { diff, version } = submission;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-mono text-sm">{diff ? `${diff.from} → ${version}` : version}</span>
      <StatusBadge status={submission.status} />
      {submission.changes_requested_at !== null && <Badge tone="warn">changes requested</Badge>}
      <span>
        by <bdi>{submission.submitted_by ?? submission.owner}</bdi>, <Time at={submission.created_at} />
      </span>
    </span>
  );
}

/** What the author says about this version. */
function Note({ submission: { changelog, description } }: { readonly submission: Submission }) {
  const isNoted = changelog !== null && changelog.trim() !== "";
  return (
    <Section title={isNoted ? "Author’s note" : "Description"} className="border-l-3 border-accent pl-4">
      <Markdown text={isNoted ? changelog : description} />
    </Section>
  );
}

function Aside({ submission, children }: { readonly submission: Submission; readonly children: ReactNode }) {
  const type = typeOfKind(submission.type);
  const blocking = submission.blocking_components ?? [];
  return (
    <aside aria-label="Details" className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-4 lg:self-start">
      {children}
      <Section title="Risks">
        <Findings signals={submission.risk_signals} />
      </Section>
      {type === "mcps" && <RepositoryAnalysis submission={submission} />}
      {blocking.length > 0 && (
        <Section title="Components not yet approved">
          <ul className="list-disc pl-5">
            {blocking.map((component) => (
              <li key={component.component_id}>
                {component.name} ({component.component_type}): {component.status}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Details">
        <Facts
          facts={{
            Kind: type && KIND_WORDS[type].one,
            Owner: <bdi>{submission.owner}</bdi>,
            Digest: <code className="font-mono text-xs wrap-anywhere">{submission.digest}</code>,
          }}
        />
      </Section>
    </aside>
  );
}

/** The server reads the repository soon after a submission, and adds what it finds. */
function RepositoryAnalysis({ submission }: { readonly submission: Submission }) {
  const { git_url } = submission as { readonly git_url?: unknown };
  const results = submission.validation_results ?? [];
  if (results.length === 0 && !git_url) return null;
  return (
    <Section title="Repository analysis">
      {results.length === 0 ? (
        <p className="text-muted">Not analyzed yet. Reload the page in a moment.</p>
      ) : (
        <ValidationResults results={results} />
      )}
    </Section>
  );
}
