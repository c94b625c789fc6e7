import { Link } from "@tanstack/react-router";
import { Check, Lock, ShieldAlert, ShieldCheck, Star } from "lucide-react";
import { KIND_WORDS } from "../../api/kinds.js";
import { Sparkline } from "../../ui/charts/sparkline.js";
import { compactNumber, exactNumber } from "../../ui/data/figures.js";
import { Tile } from "../../ui/data/tile.js";
import { Time } from "../../ui/data/time.js";
import { Badge, StatusBadge } from "../../ui/feedback/badge.js";
import type { RegistryFigures, RegistryRow } from "./registry-rows.js";

/** One item in a list; the whole row leads to it. */
export function ItemRow({ type, item, figures }: RegistryRow) {
  const { icon, one, colour } = KIND_WORDS[type];
  const { namespace, slug } = item;
  return (
    <Link
      to="/registry/$type/$namespace/$slug"
      params={{ type, namespace, slug }}
      data-row=""
      className="flex gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-hover focus-visible:bg-accent-soft focus-visible:shadow-[inset_2px_0_var(--accent)]"
    >
      <Tile icon={icon} colour={colour} label={one} size="large" />
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="line-clamp-1 font-semibold">{item.name}</bdi>
          <bdi className="text-sm text-muted">{namespace}</bdi>
          <span className="font-mono text-xs text-muted">{item.version}</span>
          {figures && <TrustMark figures={figures} />}
          {item.status !== "approved" && <StatusBadge status={item.status} />}
          {item.is_private && (
            <Badge>
              <Lock size={11} aria-hidden="true" /> {item.visibility}
            </Badge>
          )}
          {figures?.installed === true && (
            <Badge tone="good">
              <Check size={12} aria-hidden="true" /> installed
            </Badge>
          )}
          {typeof figures?.deprecated === "string" && <Badge tone="warn">deprecated</Badge>}
        </div>
        <bdi className="line-clamp-2 text-ink-2 md:line-clamp-1">{item.description}</bdi>
        <div className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{one}</span>
          <span className="line-clamp-1">
            {item.supported_harnesses.length === 0 ? "any harness" : item.supported_harnesses.join(", ")}
          </span>
          {item.tags.length > 0 && <bdi className="line-clamp-1">{item.tags.map((tag) => `#${tag}`).join(" ")}</bdi>}
          <span className={figures ? "md:hidden" : ""}>
            {figures && `${installsText(figures)} · ${ratingText(figures)} · `}
            <Time at={item.updated_at} />
          </span>
        </div>
      </div>
      {figures && <Figures figures={figures} changedAt={item.updated_at} />}
    </Link>
  );
}

function TrustMark({ figures: { risk_level: risk, signed } }: { readonly figures: RegistryFigures }) {
  const isCalm = risk === "none" && signed;
  const Icon = isCalm ? ShieldCheck : ShieldAlert;
  const words = [
    risk === "none" ? "Reviewed, no findings" : `Reviewed, ${risk} risk accepted`,
    signed ? "signed" : "not signed",
  ].join(", ");
  const colour = isCalm ? "text-good" : risk === "high" ? "text-bad" : "text-warn";
  return (
    <span title={words} className={colour}>
      <Icon size={14} role="img" aria-label={words} />
    </span>
  );
}

interface FiguresProps {
  readonly figures: RegistryFigures;
  readonly changedAt: string;
}

const Figures = ({ figures, changedAt }: FiguresProps) => (
  <div className="hidden shrink-0 items-center gap-4 text-right text-sm text-muted md:flex">
    <div className="flex w-22 flex-col items-end gap-0.5">
      <Sparkline values={figures.installs_14d} height={20} />
      <span title={`${exactNumber(figures.download_count)} installs`}>{installsText(figures)}</span>
    </div>
    <div className="flex w-19 flex-col">
      <span className="flex items-center justify-end gap-1 font-medium text-ink">
        {figures.average_rating === null ? (
          "—"
        ) : (
          <>
            <Star size={13} aria-hidden="true" className="fill-current text-c4" />
            {figures.average_rating.toFixed(1)}
          </>
        )}
      </span>
      <span>{ratingsText(figures)}</span>
    </div>
    <div className="flex w-24 flex-col">
      <Time at={changedAt} />
      <span>changed</span>
    </div>
  </div>
);

const plural = (count: number, one: string): string => `${compactNumber(count)} ${one}${count === 1 ? "" : "s"}`;
const installsText = ({ download_count: count }: RegistryFigures): string => plural(count, "install");
const ratingsText = ({ total_reviews: count }: RegistryFigures): string => plural(count, "rating");
const ratingText = (figures: RegistryFigures): string =>
  figures.average_rating === null ? "not rated" : `${figures.average_rating.toFixed(1)} of 5`;
