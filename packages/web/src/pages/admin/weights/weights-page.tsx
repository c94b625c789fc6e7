import type { DimensionWeight } from "@tackroom/contract";
import { DEFAULT_WEIGHTS, DIMENSIONS, type Dimension } from "@tackroom/contract/scorecard-weights";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useAction, useCall } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { Badge } from "../../../ui/feedback/badge.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { Field, Input } from "../../../ui/forms/field.js";
import { problemWith } from "../../../ui/forms/form.js";
import { LeaveGuard } from "../../../ui/overlays/leave-guard.js";
import { DIMENSION_WORDS } from "../../registry/item/scorecard/dimension-words.js";
import { AdminFrame } from "../admin-frame.js";
import { changedWeights, DEFAULT_TEXTS, isOne, savedTexts, sumOf, weightOf } from "./weight-values.js";

export const WeightsPage = () => (
  <AdminFrame
    title="Scorecard weights"
    intro="How much each dimension counts towards the total of an agent's scorecard. Dimensions without a score are left out."
  >
    <Weights />
  </AdminFrame>
);

function Weights() {
  const weights = useCall("getWeights", {}, { steady: true });
  return (
    <Loaded query={weights}>
      {/* Starts again with what is saved. */}
      {(saved) => <WeightsForm key={JSON.stringify(saved)} saved={saved} />}
    </Loaded>
  );
}

function WeightsForm({ saved }: { readonly saved: readonly DimensionWeight[] }) {
  const [texts, setTexts] = useState(() => savedTexts(saved));
  const toast = useToast();
  const save = useAction("putWeights", {
    refreshes: ["getWeights", "getScorecard", "listAuditLog"],
    onDone: () => toast.say("Weights saved."),
  });
  const sum = sumOf(texts);
  const changes = changedWeights(saved, texts);
  const canSave = isOne(sum) && Object.keys(changes).length > 0;
  return (
    <form
      className="flex max-w-2xl flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) save.mutate({ body: changes });
      }}
    >
      {DIMENSIONS.map((each) => (
        <WeightField
          key={each}
          dimension={each}
          isChanged={saved.some(({ dimension, weight }) => dimension === each && weight !== DEFAULT_WEIGHTS[each])}
          text={texts[each]}
          problem={problemWith(save.error, each)}
          onChange={(text) => setTexts((before) => ({ ...before, [each]: text }))}
        />
      ))}
      <LeaveGuard hasUnsaved={() => !save.isPending && JSON.stringify(texts) !== JSON.stringify(savedTexts(saved))} />
      <Sum sum={sum} />
      {save.error && <ErrorBox problem={save.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!canSave}>
          Save weights
        </Button>
        <Button onClick={() => setTexts(DEFAULT_TEXTS)}>
          <RotateCcw size={14} aria-hidden="true" /> Reset to defaults
        </Button>
      </div>
    </form>
  );
}

interface WeightFieldProps {
  readonly dimension: Dimension;
  readonly isChanged: boolean;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

function WeightField({ dimension, isChanged, text, problem, onChange }: WeightFieldProps) {
  const { name, explanation } = DIMENSION_WORDS[dimension];
  return (
    <Field
      label={
        <span className="flex flex-wrap items-center gap-2">
          {name} {isChanged && <Badge tone="info">changed</Badge>}
        </span>
      }
      hint={explanation}
      problem={weightOf(text) === undefined ? "Enter a number from 0 to 1." : problem}
    >
      {(ids) => (
        <Input
          {...ids}
          name={dimension}
          type="number"
          min={0}
          max={1}
          step="any"
          className="max-w-32 tabular-nums"
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function Sum({ sum }: { readonly sum: number | undefined }) {
  if (sum === undefined) {
    return (
      <p role="status" className="text-bad">
        Each weight must be a number from 0 to 1.
      </p>
    );
  }
  return (
    <p role="status" className={isOne(sum) ? "text-muted" : "text-bad"}>
      Sum: <strong className="tabular-nums">{sum}</strong>
      {isOne(sum)
        ? ""
        : `. All weights together must be 1: ${sum > 1 ? "reduce" : "increase"} them by ${differenceOf(sum)}.`}
    </p>
  );
}

const differenceOf = (sum: number): number => Number(Math.abs(1 - sum).toFixed(6));
