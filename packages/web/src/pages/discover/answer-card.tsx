import { Link } from "@tanstack/react-router";
import { Globe } from "lucide-react";
import { KIND_WORDS } from "../../api/kinds.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Card } from "../../ui/layout/card.js";
import { Command } from "../../ui/text/code-block.js";
import { AVAILABILITY_WORDS, commandFor, placeOf, type Answer } from "./answer-words.js";

/** A search result: what it is, why it matched, whether it can be used, and how. */
export function AnswerCard({ answer, harness }: { readonly answer: Answer; readonly harness: string }) {
  const place = placeOf(answer);
  const words = place && KIND_WORDS[place.type];
  const Icon = words?.icon ?? Globe;
  const availability = answer["obs:availability"];
  return (
    <Card className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Icon size={16} role="img" aria-label={words?.one ?? answer.type} className="text-accent" />
        <h2 className="line-clamp-2">
          {place ? (
            <Link to="/registry/$type/$namespace/$slug" params={{ ...place }} className="rounded hover:underline">
              <bdi>{answer.displayName}</bdi>
            </Link>
          ) : (
            <bdi>{answer.displayName}</bdi>
          )}
        </h2>
        <span className="text-sm text-muted">{answer["obs:nativeRef"] ?? answer.version}</span>
        {availability && (
          <Badge tone={AVAILABILITY_WORDS[availability].tone}>{AVAILABILITY_WORDS[availability].text}</Badge>
        )}
        {answer["obs:recommended"] === true && <Badge tone="accent">recommended</Badge>}
        <Score score={answer.score} />
      </div>
      {answer.description !== undefined && (
        <p dir="auto" className="line-clamp-3">
          {answer.description}
        </p>
      )}
      <Matched words={answer.matchedOn ?? []} />
      {availability !== "not-approved" && availability !== "archived" && <Command text={commandFor(answer, harness)} />}
    </Card>
  );
}

function Matched({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-1 text-sm text-muted">
      matched{" "}
      {words.map((word) => (
        <Badge key={word}>{word}</Badge>
      ))}
    </p>
  );
}

const Score = ({ score }: { readonly score: number }) => (
  <span className="ml-auto flex items-center gap-1.5 text-sm text-muted" title="Relevance, out of 100">
    <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-hover">
      <span className="block h-full bg-accent" style={{ width: `${score}%` }} />
    </span>
    <span className="tabular-nums">
      {score}
      <span className="sr-only"> out of 100</span>
    </span>
  </span>
);
