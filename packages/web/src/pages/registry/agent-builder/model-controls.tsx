import { describeHarnesses } from "@tackroom/harness";
import { useId } from "react";
import { Field, Input } from "../../../ui/forms/field.js";
import type { OwnControlProps } from "../submit/field-view.js";

const HARNESSES = describeHarnesses();
const KNOWN_MODELS = new Set(["inherit", ...HARNESSES.flatMap(({ supported_models: models }) => models)]);

/** Any model name, with suggestions from the harnesses. */
export function ModelControl({ value, onChange, onLeave, problem }: OwnControlProps) {
  const list = useId();
  return (
    <Field label="Model" hint="“inherit” uses the model of the session." problem={problem}>
      {(ids) => (
        <>
          <Input
            {...ids}
            list={list}
            autoComplete="off"
            className="font-mono text-sm"
            value={typeof value === "string" ? value : ""}
            // An empty text means none, as in every other field.
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
            onBlur={onLeave}
          />
          <datalist id={list}>
            {Array.from(KNOWN_MODELS, (model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** A field for each harness; empty fields use the model above. */
export function ModelsByHarness({ value, onChange, onLeave, problem }: OwnControlProps) {
  const models = (value ?? {}) as Readonly<Record<string, string>>;
  const put = (harness: string, model: string): void => {
    const next = Object.entries({ ...models, [harness]: model }).filter(([, name]) => name !== "");
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">
        Model overrides by harness <span className="font-normal text-muted">(optional)</span>
      </legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        {HARNESSES.map(({ name, display_name: label }) => (
          <label key={name} className="flex flex-col gap-0.5 text-sm">
            {label}
            <Input
              className="font-mono text-sm"
              autoComplete="off"
              value={models[name] ?? ""}
              onChange={({ target }) => put(name, target.value)}
              onBlur={onLeave}
            />
          </label>
        ))}
      </div>
      {problem !== undefined && <p className="text-sm text-bad">{problem}</p>}
    </fieldset>
  );
}
