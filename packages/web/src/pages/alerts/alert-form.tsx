import type { AlertRule } from "@tackroom/contract";
import { useState, type ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { Button, ButtonLink } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Section } from "../../ui/layout/card.js";
import { LeaveGuard } from "../../ui/overlays/leave-guard.js";
import { useSettled } from "../../ui/theme/use-settled.js";
import { AlertFields } from "./alert-fields.js";
import { Preview, usePreview } from "./alert-preview.js";
import { sentenceOf } from "./alert-words.js";
import {
  hasProblems,
  problemsOf,
  watchedBody,
  watchedProblems,
  type AlertValues,
  type WatchedBody,
} from "./alert-values.js";

interface AlertFormProps {
  readonly initial: AlertValues;
  readonly rule?: AlertRule;
  readonly action: string;
  readonly busy: boolean;
  /** It has been saved, and the page stays for what the server answered. */
  readonly isSaved?: boolean;
  readonly refusal: ApiProblem | null;
  readonly onSave: (values: AlertValues) => void;
}

/** The fields of a rule next to what it would have done. */
export function AlertForm({ initial, rule, action, busy, isSaved = false, refusal, onSave }: AlertFormProps) {
  const [values, setValues] = useState(initial);
  const [hasTried, setHasTried] = useState(false);
  const problems = problemsOf(values);
  const hasUnsaved = (): boolean => !busy && !isSaved && JSON.stringify(values) !== JSON.stringify(initial);
  const save = (): void => {
    setHasTried(true);
    if (!hasProblems(problems)) onSave(values);
  };
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <AlertFields
          values={values}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
          problems={hasTried ? problems : {}}
          refusal={refusal}
          isNew={rule === undefined}
        />
        <LeaveGuard hasUnsaved={hasUnsaved} />
        {refusal && <ErrorBox problem={refusal} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
          {rule ? (
            <ButtonLink to="/alerts/$id" params={{ id: rule.id }}>
              Cancel
            </ButtonLink>
          ) : (
            <ButtonLink to="/alerts">Cancel</ButtonLink>
          )}
        </div>
      </form>
      <Section title="Preview">
        <LivePreview values={values} />
      </Section>
    </div>
  );
}

const SETTLED_AFTER_MS = 400;

function LivePreview({ values }: { readonly values: AlertValues }): ReactNode {
  const ready = !hasProblems(watchedProblems(values));
  // As text, which is the same for the same values.
  const settled = useSettled(JSON.stringify(watchedBody(values)), { ready, afterMs: SETTLED_AFTER_MS });
  if (!ready || settled === undefined) {
    return <p className="text-muted">Complete the rule to see when it would have fired.</p>;
  }
  return (
    <>
      <p>{sentenceOf({ ...watchedBody(values), target_name: values.targetName })}</p>
      <SettledPreview watched={JSON.parse(settled) as WatchedBody} />
    </>
  );
}

const SettledPreview = ({ watched }: { readonly watched: WatchedBody }) => (
  <Preview watched={watched} preview={usePreview(watched)} />
);
