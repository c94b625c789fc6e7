import type { ApiProblem } from "../../../../api/problem.js";
import { Checkbox, Field, Input, Select } from "../../../../ui/forms/field.js";
import { problemWith } from "../../../../ui/forms/form.js";
import { HOST_NAMES, type SyncChoice } from "./sync-words.js";

interface SyncFieldsProps {
  readonly choice: SyncChoice;
  readonly onChange: (choice: SyncChoice) => void;
  readonly problem: ApiProblem | null;
  readonly hostHint: string;
}

export function SyncFields({ choice, onChange, problem, hostHint }: SyncFieldsProps) {
  const set = (change: Partial<SyncChoice>): void => onChange({ ...choice, ...change });
  return (
    <>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium">Publish a new version on</legend>
        <Checkbox
          label="Push to the tracked branch"
          checked={choice.push}
          onChange={(event) => set({ push: event.target.checked })}
        />
        <Checkbox
          label="Release with a version tag, such as v1.4.0"
          checked={choice.release}
          onChange={(event) => set({ release: event.target.checked })}
        />
        {hasNoTrigger(choice) && (
          <p role="status" className="text-sm text-bad">
            Choose at least one.
          </p>
        )}
      </fieldset>
      <Field
        label="Tracked branch"
        hint="Leave empty for the default branch of the repository."
        problem={problemWith(problem, "branch")}
        className="max-w-md"
      >
        {(ids) => (
          <Input
            {...ids}
            name="branch"
            className="font-mono text-sm"
            autoComplete="off"
            maxLength={255}
            value={choice.branch}
            onChange={(event) => set({ branch: event.target.value })}
          />
        )}
      </Field>
      <Field label="Repository host" hint={hostHint} className="max-w-md">
        {(ids) => (
          <Select
            {...ids}
            name="host"
            value={choice.host}
            onChange={(event) => set({ host: event.target.value as SyncChoice["host"] })}
          >
            <option value="auto">Detect from the repository URL</option>
            {Object.entries(HOST_NAMES).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

export const hasNoTrigger = ({ push, release }: SyncChoice): boolean => !push && !release;
