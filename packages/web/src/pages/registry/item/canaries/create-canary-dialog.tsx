import type { Canary } from "@tackroom/contract";
import { useState } from "react";
import type { ItemDetail } from "../../../../api/kinds.js";
import { useAction } from "../../../../api/queries.js";
import { useToast } from "../../../../ui/feedback/toast.js";
import { Field, Input, Select } from "../../../../ui/forms/field.js";
import { problemWith } from "../../../../ui/forms/form.js";
import { FormDialog } from "../../../../ui/overlays/form-dialog.js";
import {
  BEHAVIOR_WORDS,
  bodyOf,
  NEW_CANARY,
  POINT_WORDS,
  TYPE_WORDS,
  valueProblem,
  type CanaryTexts,
  type Explained,
} from "./canary-words.js";

interface CreateCanaryDialogProps {
  readonly item: ItemDetail;
  readonly onCreated: (canary: Canary) => void;
  readonly onClose: () => void;
}

export function CreateCanaryDialog({ item, onCreated, onClose }: CreateCanaryDialogProps) {
  const [texts, setTexts] = useState(NEW_CANARY);
  const [hasTried, setHasTried] = useState(false);
  const set = (change: Partial<CanaryTexts>): void => setTexts((before) => ({ ...before, ...change }));
  const toast = useToast();
  const create = useAction("createCanary", {
    refreshes: ["listCanaries", "listAuditLog"],
    onDone: (canary) => {
      toast.say("Canary created.");
      onCreated(canary);
      onClose();
    },
  });
  const wrong = valueProblem(texts.value);
  const submit = (): void => {
    setHasTried(true);
    if (wrong === undefined) create.mutate({ body: bodyOf(item.id, texts) });
  };
  return (
    <FormDialog
      title="Create a canary"
      action="Create canary"
      busy={create.isPending}
      problem={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice label="Kind" words={TYPE_WORDS} value={texts.type} onChange={(type) => set({ type })} />
      <Choice label="Planted in" words={POINT_WORDS} value={texts.point} onChange={(point) => set({ point })} />
      <Field
        label="Value"
        hint="Leave empty to have one generated. It should not occur by chance."
        problem={(hasTried ? wrong : undefined) ?? problemWith(create.error, "canary_value")}
      >
        {(ids) => (
          <Input
            {...ids}
            name="value"
            maxLength={200}
            autoComplete="off"
            value={texts.value}
            onChange={({ target }) => set({ value: target.value })}
          />
        )}
      </Field>
      <Choice
        label="Expected behavior"
        words={BEHAVIOR_WORDS}
        value={texts.expected}
        onChange={(expected) => set({ expected })}
      />
    </FormDialog>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly words: Readonly<Record<Value, Explained>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, words, value, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label} hint={words[value].explanation}>
      {(ids) => (
        <Select {...ids} value={value} onChange={({ target }) => onChange(target.value as Value)}>
          {(Object.entries(words) as [Value, Explained][]).map(([each, { name }]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
