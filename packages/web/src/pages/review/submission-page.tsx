import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import { KIND_WORDS, typeOfKind, type ItemDetail } from "../../api/kinds.js";
import { useCall } from "../../api/queries.js";
import { NotFound } from "../../shell/failures.js";
import { StatusBadge } from "../../ui/feedback/badge.js";
import { Section } from "../../ui/layout/card.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Markdown } from "../../ui/text/markdown.js";
import { Page } from "../../ui/layout/page.js";
import { Time } from "../../ui/data/time.js";
import { Facts, ItemBody } from "../registry/item/item-body.js";
import { RiskSignals } from "../registry/item/risk-signals.js";
import { VersionDiffView } from "../registry/version-diff.js";
import { ChangesSinceOpened } from "./changes-since-opened.js";
import { Decision } from "./decision.js";

type Submission = ReplyOf<"getSubmission">;

export function SubmissionPage() {
  const { id = "" } = useParams({ strict: false }) as Partial<Record<string, string>>;
  return <OneSubmission key={id} id={id} />;
}

function OneSubmission({ id }: { readonly id: string }) {
  // A reviewer approves what is on the screen, so it is refetched only on request.
  const query = useCall("getSubmission", { params: { id } }, { steady: true });
  const [read, setRead] = useState<Submission>();
  const submission = query.data;
  if (query.error?.status === 404) return <NotFound />;
  const showNewVersion = async (): Promise<void> => {
    const { isSuccess } = await query.refetch();
    if (isSuccess) setRead(submission);
  };
  return (
    <Page
      title={submission ? `Review ${submission.name}` : "Review"}
      actions={
        submission?.status === "pending" ? (
          <Decision
            key={query.dataUpdatedAt}
            submission={submission}
            onShowNewVersion={() => void showNewVersion()}
            reload={query}
          />
        ) : undefined
      }
    >
      <Loaded query={query}>
        {(found) => (
          <>
            {read && <ChangesSinceOpened read={read} submission={found} />}
            <Parts submission={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Parts({ submission }: { readonly submission: Submission }) {
  const type = typeOfKind(submission.type);
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_18rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Section title="Description">
          <Markdown text={submission.description} />
        </Section>
        {submission.diff && (
          <Section title={`Changes from ${submission.diff.from} to ${submission.diff.to}`}>
            <VersionDiffView diff={submission.diff} />
          </Section>
        )}
        {/* A submission has the same fields as the resulting item. */}
        {type && <ItemBody type={type} item={submission as unknown as ItemDetail} />}
      </div>
      <aside aria-label="Details" className="flex min-w-0 flex-col gap-6">
        <Section title="Risks">
          {submission.risk_signals.length === 0 ? (
            <p className="text-muted">No risks found.</p>
          ) : (
            <RiskSignals signals={submission.risk_signals} />
          )}
        </Section>
        <Section title="Details">
          <Facts
            facts={{
              Kind: type && KIND_WORDS[type].one,
              Version: submission.version,
              Status: <StatusBadge status={submission.status} />,
              Author: <bdi>{submission.submitted_by ?? submission.owner}</bdi>,
              Submitted: <Time at={submission.created_at} />,
            }}
          />
        </Section>
        {(submission.blocking_components ?? []).length > 0 && (
          <Section title="Components not yet approved">
            <ul className="list-disc pl-5">
              {(submission.blocking_components ?? []).map((component) => (
                <li key={component.component_id}>
                  {component.name} ({component.component_type}): {component.status}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </aside>
    </div>
  );
}
