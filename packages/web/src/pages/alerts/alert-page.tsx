import { Link, useParams } from "@tanstack/react-router";
import type { AlertRule } from "@tackroom/contract";
import type { ReactNode } from "react";
import { isNotFound } from "../../api/problem.js";
import { useCall } from "../../api/queries.js";
import { NotFound } from "../../shell/failures.js";
import { Time } from "../../ui/data/time.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton, SkeletonRows } from "../../ui/feedback/skeleton.js";
import { Section } from "../../ui/layout/card.js";
import { Page } from "../../ui/layout/page.js";
import { Facts } from "../registry/item/item-body.js";
import { AlertActions } from "./alert-actions.js";
import { AlertBadge } from "./alerts-page.js";
import { AlertHistory } from "./alert-history.js";
import { Preview, usePreview } from "./alert-preview.js";
import { METRIC_WORDS, minutesText, sentenceOf, valueText } from "./alert-words.js";
import { valuesOf, watchedBody } from "./alert-values.js";
import { SignatureHelp } from "./signature-help.js";

/** Rules are evaluated every minute. */
const REFRESH_MS = 15_000;

export function AlertPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const query = useCall("getAlert", { params: { id } }, { refetchEveryMs: REFRESH_MS, fresh: true });
  if (isNotFound(query.error)) return <NotFound />;
  const rule = query.data;
  return (
    <Page
      title={rule?.name ?? "Alert"}
      heading={<Heading rule={rule} />}
      actions={rule && <AlertActions rule={rule} />}
    >
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {(found) => <Contents rule={found} />}
      </Loaded>
    </Page>
  );
}

function Heading({ rule }: { readonly rule: AlertRule | undefined }) {
  return (
    <div className="flex flex-col gap-1">
      <Link to="/alerts" className="text-sm text-accent underline underline-offset-2">
        All alerts
      </Link>
      {rule ? (
        <>
          <h1 className="line-clamp-2">
            <bdi>{rule.name}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            <AlertBadge rule={rule} />
            <span className="wrap-anywhere">{sentenceOf(rule)}</span>
          </p>
        </>
      ) : (
        <>
          <h1 className="sr-only">Alert</h1>
          <Skeleton className="h-14 w-64" />
        </>
      )}
    </div>
  );
}

const moment = (at: string | null, never: string): ReactNode => (at === null ? never : <Time at={at} />);

function Contents({ rule }: { readonly rule: AlertRule }) {
  const watched = watchedBody(valuesOf(rule));
  const preview = usePreview(watched);
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2">
        <Section title="State">
          <Facts
            facts={{
              "Last value": valueText(rule.metric, rule.last_value),
              Evaluated: moment(rule.last_evaluated_at, "not yet"),
              "Last fired": moment(rule.last_triggered, "never"),
              Cooldown: minutesText(rule.cooldown_minutes),
              Created: <Time at={rule.created_at} />,
            }}
          />
        </Section>
        <Section title="Webhook">
          <Webhook rule={rule} />
        </Section>
      </div>
      <Section title={METRIC_WORDS[rule.metric].name}>
        <Preview watched={watched} preview={preview} />
      </Section>
      {/* Not before what is above it, which would move it. */}
      {!preview.isPending && <AlertHistory rule={rule} />}
    </>
  );
}

function Webhook({ rule }: { readonly rule: AlertRule }) {
  if (rule.webhook_url === "") return <p className="text-muted">None. Firings are only listed below.</p>;
  return (
    <>
      <Facts
        facts={{
          URL: <code className="font-mono text-sm wrap-anywhere">{rule.webhook_url}</code>,
          Secret: (
            <>
              ends with <code className="font-mono text-sm">{rule.webhook_secret_last4}</code>
            </>
          ),
          "Called when": rule.notify_recovery ? "it fires and when it recovers" : "it fires",
        }}
      />
      <details>
        <summary className="py-1">How to verify the signature</summary>
        <SignatureHelp />
      </details>
    </>
  );
}
