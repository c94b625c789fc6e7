import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { classes } from "../theme/classes.js";
import { Input, type FieldIds } from "./field.js";

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
}

interface ComboboxProps {
  readonly ids: FieldIds;
  readonly text: string;
  readonly options: readonly ComboboxOption[];
  /** The accessible name of the list. */
  readonly listLabel: string;
  /** Shown in place of options, such as while they are loading. */
  readonly note?: string | undefined;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly className?: string;
  /** Enter chooses the first option unless an arrow key has moved to another. */
  readonly offersFirst?: boolean;
  /** Focus selects the text, so that typing replaces it. */
  readonly selectsText?: boolean;
  /** The list was closed without a choice. */
  readonly onLeave?: () => void;
  readonly onType: (text: string) => void;
  readonly onChoose: (option: ComboboxOption) => void;
}

/** A text field that suggests values. Any other text is accepted too. */
export function Combobox(props: ComboboxProps) {
  const { ids, text, options, listLabel, note, offersFirst = false, selectsText = false } = props;
  const { onType, onChoose, onLeave, placeholder, maxLength, className } = props;
  const list = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** None until an arrow key is pressed, so that Enter keeps what was typed. */
  const [moved, setPlace] = useState<number>();
  const place = moved ?? (offersFirst ? 0 : undefined);
  const active = isOpen && place !== undefined ? options[place] : undefined;
  const close = (): void => {
    setIsOpen(false);
    setPlace(undefined);
  };
  const choose = (option: ComboboxOption): void => {
    onChoose(option);
    close();
  };
  const leave = (): void => {
    close();
    onLeave?.();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setIsOpen(true);
      setPlace(nextPlace(event.key, place, options.length));
    } else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "Escape" && isOpen) leave();
    else return;
    event.preventDefault();
  };
  const isShown = isOpen && (options.length > 0 || note !== undefined);
  return (
    <div className="relative">
      <Input
        {...ids}
        {...{ placeholder, maxLength, className }}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${list}-${active.id}` : undefined}
        autoComplete="off"
        value={text}
        onFocus={({ target }) => {
          setIsOpen(true);
          if (selectsText) target.select();
        }}
        onClick={() => setIsOpen(true)}
        onBlur={leave}
        onKeyDown={press}
        onChange={({ target }) => {
          onType(target.value);
          setIsOpen(true);
          setPlace(undefined);
        }}
      />
      <Options {...{ list, options, active, listLabel, note, isShown }} onChoose={choose} />
    </div>
  );
}

function nextPlace(key: "ArrowDown" | "ArrowUp", from: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return from === undefined ? 0 : (from + 1) % count;
  return from === undefined ? count - 1 : (from - 1 + count) % count;
}

interface OptionsProps extends Pick<ComboboxProps, "options" | "listLabel" | "note" | "onChoose"> {
  readonly list: string;
  readonly active: ComboboxOption | undefined;
  readonly isShown: boolean;
}

function Options({ list, options, active, listLabel, note, isShown, onChoose }: OptionsProps) {
  const box = useRef<HTMLUListElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      hidden={!isShown}
      className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-line bg-raised p-1 shadow-menu"
    >
      <ul id={list} ref={box} role="listbox" aria-label={listLabel} className="max-h-64 overflow-y-auto">
        {options.map((option) => (
          // Keyboard input is handled by the field, which keeps the focus.
          <li
            key={option.id}
            id={`${list}-${option.id}`}
            role="option"
            aria-selected={option === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
            className={classes(
              "cursor-pointer rounded px-2 py-1.5",
              option === active ? "bg-accent-soft" : "hover:bg-hover",
            )}
          >
            <bdi className="block truncate font-medium">{option.label}</bdi>
            {option.description !== undefined && (
              <bdi className="block truncate text-sm text-ink-2">{option.description}</bdi>
            )}
          </li>
        ))}
      </ul>
      {options.length === 0 && note !== undefined && (
        <p role="status" className="px-2 py-1.5 text-muted">
          {note}
        </p>
      )}
    </div>
  );
}
