import { SearchCode } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiProblem } from "../../../api/problem.js";
import { useAction } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Field, Input } from "../../../ui/forms/field.js";
import { problemWith } from "../../../ui/forms/form.js";
import { foundInWords, valuesFromAnalysis, type Analysis } from "./analyzed-values.js";
import { keyOf, type FieldView } from "./field-view.js";
import { textOf } from "./form-values.js";
import type { ItemForm } from "./use-item-form.js";

interface RepositoryFieldProps {
  readonly form: Pick<ItemForm, "values" | "set">;
  readonly field: FieldView;
  readonly label: ReactNode;
  readonly problem: string | undefined;
  readonly onLeave: () => void;
}

/** The URL of a repository, with a button that fills the empty fields of the form from it. */
export function RepositoryField({ form, field, label, problem, onLeave }: RepositoryFieldProps) {
  const key = keyOf(field);
  const url = textOf(form.values[key]);
  const ref = textOf(form.values["git_ref"]).trim();
  const analyze = useAction("analyzeMcp", {
    onDone: (analysis) => analysis.error === null && form.set(valuesFromAnalysis(analysis, form.values)),
  });
  const atField = problemWith(analyze.error, key) ?? problemWith(analyze.error, "git_ref");
  return (
    <div className="flex max-w-2xl flex-col gap-2">
      <Field
        label={label}
        {...(field.hint === undefined ? {} : { hint: field.hint })}
        problem={problem ?? analyze.data?.error ?? atField}
      >
        {(ids) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...ids}
              name={key}
              value={url}
              placeholder={field.example}
              autoComplete="off"
              className="min-w-0 grow basis-64 font-mono text-sm"
              onBlur={onLeave}
              onChange={(event) => {
                analyze.reset();
                form.set({ [key]: event.target.value });
              }}
            />
            <Button
              busy={analyze.isPending}
              disabled={url.trim() === ""}
              onClick={() => analyze.mutate({ body: { git_url: url.trim(), ...(ref === "" ? {} : { git_ref: ref }) } })}
            >
              <SearchCode size={14} aria-hidden="true" /> {analyze.isPending ? "Analyzing…" : "Analyze repository"}
            </Button>
          </div>
        )}
      </Field>
      <Outcome analysis={analyze.data} problem={atField === undefined ? analyze.error : null} />
    </div>
  );
}

interface OutcomeProps {
  readonly analysis: Analysis | undefined;
  /** An error that is not about the field. */
  readonly problem: ApiProblem | null;
}

const Outcome = ({ analysis, problem }: OutcomeProps) => (
  <>
    <div role="status">
      {analysis && analysis.error === null && (
        <div className="flex flex-col gap-1 rounded-md border border-line bg-info-soft px-3 py-2">
          <p>{foundInWords(analysis)} Empty fields were filled in.</p>
          {analysis.issues.length > 0 && (
            <ul aria-label="Issues" className="list-disc pl-5 text-sm">
              {analysis.issues.map((issue) => (
                <li key={issue} className="wrap-anywhere">
                  {issue}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
    {problem && <ErrorBox problem={problem} />}
  </>
);
