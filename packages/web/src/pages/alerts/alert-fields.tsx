import type { AlertTarget } from "@tackroom/contract";
import type { ComponentProps } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { Checkbox, Field, Input, Select } from "../../ui/forms/field.js";
import { problemWith } from "../../ui/forms/form.js";
import { METRIC_WORDS, METRICS } from "./alert-words.js";
import { FIELD_OF, MAX_COOLDOWN, MAX_WINDOW, type AlertValues, type Problems } from "./alert-values.js";
import { TargetField } from "./target-field.js";

export interface AlertFieldsProps {
  readonly values: AlertValues;
  readonly onChange: (change: Partial<AlertValues>) => void;
  /** Of the values themselves; shown once the user has tried to save them. */
  readonly problems: Problems;
  /** Of the server. */
  readonly refusal: ApiProblem | null;
  /** What a rule watches is chosen when it is created. */
  readonly isNew: boolean;
}

const TARGETS: Readonly<Record<AlertTarget, string>> = {
  all: "All sessions",
  agent: "One agent",
  mcp: "One MCP server",
};

export function AlertFields(props: AlertFieldsProps) {
  const { values, onChange } = props;
  const problem = problemOf(props);
  return (
    <>
      <Field label="Name" problem={problem("name")}>
        {(ids) => (
          <Input
            {...ids}
            name="name"
            maxLength={200}
            autoComplete="off"
            placeholder="Search server fails"
            value={values.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      {props.isNew && <WatchedFields {...props} />}
      <ConditionFields {...props} />
      <WebhookFields {...props} />
    </>
  );
}

const problemOf =
  ({ problems, refusal }: AlertFieldsProps) =>
  (field: keyof AlertValues): string | undefined =>
    problems[field] ?? problemWith(refusal, FIELD_OF[field] ?? field);

function WatchedFields(props: AlertFieldsProps) {
  const { values, onChange } = props;
  return (
    <>
      <Field label="Metric" hint={METRIC_WORDS[values.metric].explanation}>
        {(ids) => (
          <Select
            {...ids}
            name="metric"
            value={values.metric}
            onChange={({ target }) => onChange({ metric: target.value as AlertValues["metric"], threshold: "" })}
          >
            {METRICS.map((metric) => (
              <option key={metric} value={metric}>
                {METRIC_WORDS[metric].name} ({METRIC_WORDS[metric].unit})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Watch" hint="Only data that you can see is counted.">
        {(ids) => (
          <Select
            {...ids}
            name="target"
            value={values.target}
            onChange={({ target }) => onChange({ target: target.value as AlertTarget, targetId: "", targetName: "" })}
          >
            {Object.entries(TARGETS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {values.target !== "all" && (
        <TargetField
          key={values.target}
          target={values.target}
          id={values.targetId}
          text={values.targetName}
          problem={problemOf(props)("targetId")}
          onChange={onChange}
        />
      )}
    </>
  );
}

function ConditionFields(props: AlertFieldsProps) {
  const { values, onChange } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Condition">
        {(ids) => (
          <Select
            {...ids}
            name="condition"
            value={values.condition}
            onChange={({ target }) => onChange({ condition: target.value as AlertValues["condition"] })}
          >
            <option value="above">Above the threshold</option>
            <option value="below">Below the threshold</option>
          </Select>
        )}
      </Field>
      <NumberField {...props} field="threshold" label={`Threshold (${METRIC_WORDS[values.metric].unit})`} step="any" />
      <NumberField
        {...props}
        field="window"
        label="Window (minutes)"
        hint="The period that the metric is calculated over, every minute."
        min={1}
        max={MAX_WINDOW}
      />
      <NumberField
        {...props}
        field="cooldown"
        label="Cooldown (minutes)"
        hint="The rule does not fire again before this has passed."
        min={0}
        max={MAX_COOLDOWN}
      />
    </div>
  );
}

interface NumberFieldProps extends AlertFieldsProps, Pick<ComponentProps<"input">, "min" | "max" | "step"> {
  readonly field: "threshold" | "window" | "cooldown";
  readonly label: string;
  readonly hint?: string;
}

function NumberField({ field, label, hint, min, max, step, ...props }: NumberFieldProps) {
  return (
    <Field label={label} problem={problemOf(props)(field)} {...(hint === undefined ? {} : { hint })}>
      {(ids) => (
        <Input
          {...ids}
          {...{ min, max, step }}
          name={field}
          type="number"
          value={props.values[field]}
          onChange={({ target }) => props.onChange({ [field]: target.value })}
        />
      )}
    </Field>
  );
}

function WebhookFields(props: AlertFieldsProps) {
  const { values, onChange } = props;
  return (
    <>
      <Field
        label="Webhook URL"
        hint="Called with a signed POST request when the rule fires. Leave empty to only see firings here."
        problem={problemOf(props)("webhook")}
      >
        {(ids) => (
          <Input
            {...ids}
            name="webhook"
            inputMode="url"
            className="font-mono text-sm"
            maxLength={2000}
            autoComplete="off"
            placeholder="https://"
            value={values.webhook}
            onChange={({ target }) => onChange({ webhook: target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Also call the webhook on recovery"
        checked={values.notifyRecovery}
        onChange={({ target }) => onChange({ notifyRecovery: target.checked })}
      />
    </>
  );
}
