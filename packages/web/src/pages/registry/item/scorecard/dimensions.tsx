import type { Scorecard, ScorecardDimension } from "@tackroom/contract";
import { exactNumber } from "../../../../ui/data/figures.js";
import { Card, Section } from "../../../../ui/layout/card.js";
import { DIMENSION_WORDS, evidenceText, roundedScore, scoreText, weightText } from "./dimension-words.js";

/** The total and the dimensions that it is made of. */
export function Dimensions({ scorecard }: { readonly scorecard: Scorecard }) {
  const { total, sessions, dimensions } = scorecard;
  const missing = dimensions.filter(({ score }) => score === null).length;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <Card>
        <p className="text-sm text-muted">Total</p>
        {total === null ? (
          <p className="text-lg font-semibold">No score yet</p>
        ) : (
          <p className="tabular-nums">
            <span className="text-2xl font-semibold">{roundedScore(total)}</span> of 100
          </p>
        )}
        <p className="mt-1 text-sm text-muted">
          {sessions === 1 ? "From 1 session." : `From ${exactNumber(sessions)} sessions.`}
          {total !== null &&
            missing > 0 &&
            ` Weighted over the ${dimensions.length - missing} dimensions with a score.`}
        </p>
      </Card>
      <Section title="Dimensions">
        <ul className="flex flex-col gap-4">
          {dimensions.map((each) => (
            <Row key={each.dimension} of={each} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Row({
  of: { dimension, weight, score, evidence_count: evidence, reason },
}: {
  readonly of: ScorecardDimension;
}) {
  const { name, explanation } = DIMENSION_WORDS[dimension];
  return (
    <li className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-muted tabular-nums">
          {score === null ? "No score" : <span className="font-medium text-ink">{scoreText(score)}</span>} · weight{" "}
          {weightText(weight)}
          {score !== null && ` · ${evidenceText(dimension, evidence)}`}
        </span>
      </div>
      {score === null ? (
        <p className="rounded-md border border-dashed border-line-strong px-2 py-1 text-sm">
          {reason ?? "There is nothing to judge it by yet."}
        </p>
      ) : (
        <div
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Number(roundedScore(score))}
          className="h-2 overflow-hidden rounded-full bg-hover"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${score}%` }} />
        </div>
      )}
      <p className="text-sm text-muted">{explanation}</p>
    </li>
  );
}
