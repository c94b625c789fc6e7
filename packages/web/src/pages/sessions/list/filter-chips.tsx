import { Plus, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { Combobox, type ComboboxOption } from "../../../ui/forms/combobox.js";

export interface Chip {
  /** The parameter in the URL. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly ComboboxOption[];
  /** Whether a value that is not among the options can be typed. */
  readonly isFree: boolean;
  /** Offered by the query field only, and shown once it is set. */
  readonly isRare?: boolean;
}

interface FilterChipProps {
  readonly chip: Chip;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

const LOOK = "flex h-8 shrink-0 items-center rounded-md border text-sm whitespace-nowrap";

/** A filter that is off, on, or being chosen. */
export function FilterChip({ chip, value, onChange }: FilterChipProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setIsChoosing(false);
    // The field that had the focus is gone.
    setTimeout(() => opener.current?.focus());
  };
  if (isChoosing) {
    const choose = (chosen: string): void => {
      onChange(chosen);
      close();
    };
    return <ChipField chip={chip} onChoose={choose} onLeave={() => setIsChoosing(false)} onCancel={close} />;
  }
  if (value === undefined) {
    return (
      <button
        ref={opener}
        type="button"
        onClick={() => setIsChoosing(true)}
        className={`${LOOK} gap-1.5 border-dashed border-line-strong px-2.5 hover:bg-hover`}
      >
        <Plus size={14} aria-hidden="true" /> {chip.label}
      </button>
    );
  }
  const shown = chip.options.find(({ id }) => id === value)?.label ?? value;
  return (
    <ChosenChip label={chip.label} shown={shown} onRemove={() => onChange(undefined)}>
      <button
        ref={opener}
        type="button"
        onClick={() => setIsChoosing(true)}
        className="flex h-full gap-1.5 py-1.5 pl-2.5"
      >
        <span className="text-muted">{chip.label}</span>
        <bdi className="max-w-48 truncate font-medium">{shown}</bdi>
      </button>
    </ChosenChip>
  );
}

interface ChosenChipProps {
  readonly label: string;
  readonly shown: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A filter that applies, with a button that removes it. */
export const ChosenChip = ({ label, shown, onRemove, children }: ChosenChipProps) => (
  <span className={`${LOOK} border-accent/40 bg-accent-soft text-accent`}>
    {children}
    <button
      type="button"
      aria-label={`Remove filter: ${label} ${shown}`.trim()}
      onClick={onRemove}
      className="flex h-full items-center px-2"
    >
      <X size={14} aria-hidden="true" />
    </button>
  </span>
);

interface ChipFieldProps {
  readonly chip: Chip;
  readonly onChoose: (value: string) => void;
  readonly onLeave: () => void;
  readonly onCancel: () => void;
}

const MAX_SUGGESTIONS = 50;

function ChipField({ chip, onChoose, onLeave, onCancel }: ChipFieldProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState("");
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const sought = text.trim().toLowerCase();
  const options = chip.options.filter(({ label }) => label.toLowerCase().includes(sought)).slice(0, MAX_SUGGESTIONS);
  const submit = (): void => {
    const [first] = options;
    const exact = options.find(({ label }) => label.toLowerCase() === sought);
    const chosen = exact?.id ?? (chip.isFree ? text.trim() : first?.id);
    if (chosen) onChoose(chosen);
  };
  return (
    <form
      ref={form}
      className="w-48 shrink-0"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={({ key }) => key === "Escape" && onCancel()}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave()}
    >
      <label htmlFor={id} className="sr-only">
        {chip.label}
      </label>
      <Combobox
        ids={{ id, "aria-describedby": undefined, "aria-invalid": undefined }}
        text={text}
        options={options}
        listLabel={`Suggestions for ${chip.label.toLowerCase()}`}
        note={chip.isFree ? undefined : "No match"}
        placeholder={chip.label}
        maxLength={200}
        onType={setText}
        onChoose={(option) => onChoose(option.id)}
      />
    </form>
  );
}
