import { AUDIT_ACTIONS, RESOURCE_WORDS } from "@tackroom/contract/audit-actions";
import { actionLabel } from "@tackroom/contract/audit-sentences";
import { useState } from "react";
import { useList } from "../../../api/queries.js";
import { Combobox, type ComboboxOption } from "../../../ui/forms/combobox.js";
import { Field } from "../../../ui/forms/field.js";
import { useSettled } from "../../../ui/forms/use-settled.js";
import { matchingOptions } from "../../../ui/forms/matching-options.js";

interface SuggestingFieldProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  /** A suggestion is applied at once. */
  readonly onChoose: (text: string) => void;
}

const MAX_PEOPLE = 8;
const MIN_SEARCH_LENGTH = 2;

/** Accounts are searched only while someone types, because every query of accounts is recorded. */
export function ActorField({ text, onType, onChoose }: SuggestingFieldProps) {
  const [isTyped, setIsTyped] = useState(false);
  const search = useSettled(text.trim(), "");
  const isSearched = isTyped && search.length >= MIN_SEARCH_LENGTH;
  const found = useList(
    "listUsers",
    { query: { search, limit: MAX_PEOPLE } },
    { enabled: isSearched, keepsPrevious: true },
  );
  const people = isSearched ? (found.data?.items ?? []) : [];
  return (
    <Field label="User">
      {(ids) => (
        <Combobox
          ids={ids}
          text={text}
          maxLength={254}
          listLabel="Users"
          placeholder="Name, email or ID"
          options={people.map(({ id, email, name }) => ({ id, label: email, description: name }))}
          onType={(typed) => {
            setIsTyped(true);
            onType(typed);
          }}
          onChoose={({ label }) => onChoose(label)}
        />
      )}
    </Field>
  );
}

const ACTIONS: readonly ComboboxOption[] = [...AUDIT_ACTIONS.keys()].map((action) => ({
  id: action,
  label: actionLabel(action),
  description: action,
}));

export const ActionField = (props: SuggestingFieldProps) => (
  <ListedField {...props} label="Action" placeholder="Approve, user.set_role …" listLabel="Actions" all={ACTIONS} />
);

const TARGETS: readonly ComboboxOption[] = Object.entries(RESOURCE_WORDS).map(([type, words]) => ({
  id: type,
  label: words.charAt(0).toUpperCase() + words.slice(1),
  description: type,
}));

export const TargetField = (props: SuggestingFieldProps) => (
  <ListedField {...props} label="Target" placeholder="Account, skill …" listLabel="Kinds of targets" all={TARGETS} />
);

interface ListedFieldProps extends SuggestingFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly listLabel: string;
  readonly all: readonly ComboboxOption[];
}

function ListedField({ label, placeholder, listLabel, all, text, onType, onChoose }: ListedFieldProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <Combobox
          ids={ids}
          text={text}
          maxLength={254}
          listLabel={listLabel}
          placeholder={placeholder}
          options={matchingOptions(all, text)}
          onType={onType}
          onChoose={({ id }) => onChoose(id)}
        />
      )}
    </Field>
  );
}
