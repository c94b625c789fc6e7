import { Link } from "@tanstack/react-router";
import {
  Bot,
  FileCheck,
  GitCommitHorizontal,
  Hash,
  ShieldAlert,
  ShieldCheck,
  Star,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ItemDetail, ItemType } from "../../../api/kinds.js";
import { useCall } from "../../../api/queries.js";
import { Sparkline } from "../../../ui/charts/sparkline.js";
import { exactNumber } from "../../../ui/data/figures.js";
import { Tile } from "../../../ui/data/tile.js";
import { Time } from "../../../ui/data/time.js";
import { CopyButton } from "../../../ui/feedback/copy-button.js";
import { Section } from "../../../ui/layout/card.js";
import { Facts } from "./item-body.js";
import { RiskSignals } from "./risk-signals.js";

interface OfItem {
  readonly type: ItemType;
  readonly item: ItemDetail;
}

/** Whether to rely on an item: who vouches for it, who uses it, and what they think of it. */
export const ItemAside = ({ type, item }: OfItem) => (
  <aside aria-label="Trust and use" className="flex min-w-0 flex-col gap-6">
    <Trust type={type} item={item} />
    <Section title="Installs">
      <div className="flex items-end justify-between gap-3">
        <p>
          <span className="text-2xl font-semibold tabular-nums">{exactNumber(item.download_count)}</span>{" "}
          <span className="text-sm text-muted">{`${exactNumber(sum(item.installs_14d))} in 14 days`}</span>
        </p>
        <Sparkline values={item.installs_14d} width={120} height={32} />
      </div>
    </Section>
    <Section title="Rating">
      <p className="flex items-center gap-1.5">
        {item.average_rating === null ? (
          <span className="text-muted">Not rated yet.</span>
        ) : (
          <>
            <Star size={14} aria-hidden="true" className="fill-current text-c4" />
            <span className="font-medium">{item.average_rating.toFixed(1)} of 5</span>
          </>
        )}
        <Link to="." search={{ tab: "ratings" }} className="text-accent underline underline-offset-2">
          {item.total_reviews === 0 ? "Rate it" : `${exactNumber(item.total_reviews)} ${ratings(item.total_reviews)}`}
        </Link>
      </p>
    </Section>
    {type !== "agents" && <UsedBy item={item} />}
    <Details item={item} />
  </aside>
);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const ratings = (count: number): string => (count === 1 ? "rating" : "ratings");

function Trust({ type, item }: OfItem) {
  const { reviewed_at: at, reviewed_by: by, risk_signals: signals, digest } = item;
  const isApproved = item.status === "approved" || item.status === "archived";
  const commit = "resolved_sha" in item ? item.resolved_sha : undefined;
  return (
    <Section title="Trust">
      <ul className="flex flex-col gap-2.5">
        <Mark
          icon={isApproved ? ShieldCheck : ShieldAlert}
          tone={isApproved ? "text-good" : "text-warn"}
          title={
            isApproved
              ? reviewedBy(by)
              : at === null
                ? "Not reviewed yet"
                : `Sent back${by === null ? "" : ` by ${by}`}`
          }
        >
          {at !== null && <Time at={at} />}
        </Mark>
        <Signature type={type} item={item} />
        {digest !== null && (
          <Mark icon={Hash} tone="text-good" title="Digest" action={<CopyButton text={digest} what="the digest" />}>
            <code className="font-mono" title={digest}>{`${digest.slice(0, 15)}…${digest.slice(-8)}`}</code>
          </Mark>
        )}
        {typeof commit === "string" && (
          <Mark icon={GitCommitHorizontal} tone="text-muted" title="Built from a commit">
            <code className="font-mono" title={commit}>
              {commit.slice(0, 7)}
            </code>
          </Mark>
        )}
        {item.source !== null && <Origin source={item.source} />}
        <Mark
          icon={signals.length === 0 ? ShieldCheck : ShieldAlert}
          tone={signals.length === 0 ? "text-good" : "text-warn"}
          title={findings(signals.length, isApproved)}
        >
          {signals.length > 0 && <RiskSignals signals={signals} />}
        </Mark>
      </ul>
    </Section>
  );
}

const Origin = ({ source: { repository, commit, path } }: { readonly source: NonNullable<ItemDetail["source"]> }) => (
  <Mark icon={GitCommitHorizontal} tone="text-muted" title={`Imported from ${repository}`}>
    <span className="wrap-anywhere">{path}</span>
    {commit !== null && (
      <>
        {" at "}
        <code className="font-mono" title={commit}>
          {commit.slice(0, 7)}
        </code>
      </>
    )}
  </Mark>
);

const reviewedBy = (who: string | null): string => (who === null ? "Reviewed" : `Reviewed by ${who}`);

function findings(count: number, isApproved: boolean): string {
  if (count === 0) return "No risks found";
  return `${count} ${count === 1 ? "finding" : "findings"}${isApproved ? " accepted" : ""}`;
}

/** The server signs who released what when a version is approved. */
function Signature({ type, item }: OfItem) {
  const { id, version: v, signed } = item;
  const attestation = useCall(`${type}.getAttestation`, { params: { id, v } }, { enabled: signed });
  return (
    <Mark
      icon={FileCheck}
      tone={signed ? "text-good" : "text-muted"}
      title={signed ? "Signed release" : "Not signed"}
      action={attestation.data !== undefined && <CopyButton text={attestation.data} what="the attestation" />}
    >
      {signed ? "in-toto statement, signed by this registry" : "Versions are signed when they are approved."}
    </Mark>
  );
}

interface MarkProps {
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly title: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

const Mark = ({ icon: Icon, tone, title, action, children }: MarkProps) => (
  <li className="flex items-start gap-2">
    <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${tone}`} />
    <div className="min-w-0 grow">
      <p className="font-medium wrap-anywhere">{title}</p>
      <div className="text-sm text-muted">{children}</div>
    </div>
    {action !== undefined && <span className="size-8 shrink-0">{action}</span>}
  </li>
);

function UsedBy({ item: { used_by: agents, used_by_total: total } }: Pick<OfItem, "item">) {
  return (
    <Section title="Used by">
      {agents.length === 0 ? (
        <p className="text-muted">No agent that you can see uses it.</p>
      ) : (
        <ul aria-label="Used by" className="flex flex-col gap-1.5">
          {agents.map(({ id, name, qualified_name: qualified, pinned_version: pinned }) => {
            const [namespace = "", slug = ""] = qualified.split("/");
            return (
              <li key={id} className="flex items-center gap-2">
                <Tile icon={Bot} colour="c1" />
                <Link
                  to="/registry/$type/$namespace/$slug"
                  params={{ type: "agents", namespace, slug }}
                  className="line-clamp-1 min-w-0 hover:underline"
                >
                  <bdi>{name}</bdi> <bdi className="text-muted">{namespace}</bdi>
                </Link>
                <span className="ml-auto font-mono text-xs text-muted" title="The version that it pins">
                  {pinned}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {total > agents.length && <p className="text-sm text-muted">and {exactNumber(total - agents.length)} more</p>}
    </Section>
  );
}

const Details = ({ item }: Pick<OfItem, "item">) => (
  <>
    <Section title="Details">
      <Facts
        facts={{
          Owner: <bdi>{item.owner}</bdi>,
          Visibility: item.visibility === "public" ? "everyone" : item.visibility,
          Harnesses: item.supported_harnesses.length === 0 ? "any" : item.supported_harnesses.join(", "),
          Created: <Time at={item.created_at} />,
          Updated: <Time at={item.updated_at} />,
        }}
      />
    </Section>
    {item.tags.length > 0 && (
      <Section title="Tags">
        <ul className="flex flex-wrap gap-x-3 gap-y-1">
          {item.tags.map((tag) => (
            <li key={tag}>
              <Link
                to="/registry"
                search={{ tag: tag.toLowerCase() }}
                className="text-accent underline underline-offset-2"
              >
                <bdi>{tag}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    )}
  </>
);
