import { Plus, Search } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { KIND_WORDS, type ItemType } from "../../../api/kinds.js";
import { StatusBadge } from "../../../ui/feedback/badge.js";
import { classes } from "../../../ui/theme/classes.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Input } from "../../../ui/forms/field.js";
import { KeyboardHint } from "../../../ui/actions/keyboard.js";
import type { RegistryRow } from "../registry-rows.js";
import type { Components } from "./component-choice.js";
import { useCandidates, type Candidates } from "./use-candidates.js";

interface ComponentPickerProps {
  readonly chosen: Components;
  readonly onAdd: (type: ItemType, id: string) => void;
}

/** Type, press Enter, type again: the focus stays in the field. */
export function ComponentPicker({ chosen, onAdd }: ComponentPickerProps) {
  const list = useId();
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState(0);
  const [entered, setEntered] = useState(false);
  const candidates = useCandidates(typed, chosen);
  const { rows, settled } = candidates;
  const active = Math.min(place, rows.length - 1);
  const add = (row: RegistryRow | undefined): void => {
    if (!row) return;
    onAdd(row.type, row.item.id);
    type("");
  };
  const type = (text: string): void => {
    setTyped(text);
    setPlace(0);
    setEntered(false);
  };
  // If Enter is pressed before the results arrive, it applies to the new results, not to the old ones.
  useEffect(() => {
    if (!entered || !settled) return;
    setEntered(false);
    add(rows[active]);
  });
  const press = (event: KeyboardEvent): void => {
    const to = nextPlace(event.key, active, rows.length);
    if (to !== undefined) setPlace(to);
    else if (event.key === "Enter") setEntered(true);
    else if (event.key === "Escape" && typed !== "") type("");
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col overflow-hidden rounded-lg border border-line bg-raised">
      <div className="relative border-b border-line p-2">
        <Search size={16} aria-hidden="true" className="absolute top-4 left-4 text-muted" />
        <Input
          role="combobox"
          aria-label="Add a component"
          aria-expanded={rows.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={rows[active] ? optionId(list, rows[active]) : undefined}
          autoComplete="off"
          placeholder="Skills, MCP servers …"
          maxLength={500}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          className="pr-24 pl-8"
        />
        <span aria-hidden="true" className="absolute top-3.5 right-4 hidden gap-1 sm:flex">
          <KeyboardHint>↑</KeyboardHint> <KeyboardHint>↓</KeyboardHint> <KeyboardHint>Enter</KeyboardHint>
        </span>
      </div>
      {candidates.problem && <ErrorBox problem={candidates.problem} onRetry={candidates.retry} />}
      <Options {...{ list, candidates, active, onAdd: add }} />
    </div>
  );
}

const optionId = (list: string, { item }: RegistryRow): string => `${list}-${item.id}`;

function nextPlace(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return (from + 1) % count;
    case "ArrowUp":
      return (from - 1 + count) % count;
    case "PageDown":
      return Math.min(from + 5, count - 1);
    case "PageUp":
      return Math.max(from - 5, 0);
    default:
      return undefined;
  }
}

interface OptionsProps {
  readonly list: string;
  readonly candidates: Candidates;
  readonly active: number;
  readonly onAdd: (row: RegistryRow) => void;
}

/** The height is fixed, so that nothing below it moves while typing. */
function Options({ list, candidates: { rows, settled }, active, onAdd }: OptionsProps) {
  const box = useRef<HTMLUListElement>(null);
  const chosen = rows[active]?.item.id;
  useEffect(() => {
    // Scrolls manually: `scrollIntoView` would also scroll the page.
    const [ul, option] = [box.current, box.current?.querySelector<HTMLElement>('[aria-selected="true"]')];
    if (!ul || !option) return;
    if (option.offsetTop < ul.scrollTop) ul.scrollTop = option.offsetTop;
    const hidden = option.offsetTop + option.offsetHeight - ul.scrollTop - ul.clientHeight;
    if (hidden > 0) ul.scrollTop += hidden;
  }, [chosen]);
  return (
    <div className="relative h-56">
      <ul id={list} ref={box} role="listbox" aria-label="Components to add" className="relative h-full overflow-y-auto">
        {rows.map((row, place) => (
          <Option key={row.item.id} id={optionId(list, row)} row={row} active={place === active} onAdd={onAdd} />
        ))}
      </ul>
      {rows.length === 0 && (
        <p role="status" className="absolute inset-x-0 top-0 p-4 text-center text-muted">
          {!settled ? "Loading" : "No other matches. Try fewer or different words."}
        </p>
      )}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly row: RegistryRow;
  readonly active: boolean;
  readonly onAdd: (row: RegistryRow) => void;
}

function Option({ id, row, active, onAdd }: OptionProps) {
  const { icon: Icon, one } = KIND_WORDS[row.type];
  const { name, version, qualified_name, description, status } = row.item;
  return (
    // Keyboard input is handled by the field, which keeps the focus.
    <li
      id={id}
      role="option"
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onAdd(row)}
      className={classes("group flex cursor-pointer gap-2.5 px-3 py-1.5", active ? "bg-hover" : "hover:bg-hover")}
    >
      <Icon size={16} className="mt-0.5 shrink-0 text-accent" role="img" aria-label={one} />
      <div className="min-w-0 grow">
        <p className="flex items-center gap-2">
          <bdi className="truncate font-medium">{name}</bdi>
          <span className="shrink-0 text-sm text-muted">{version}</span>
          {status !== "approved" && <StatusBadge status={status} />}
        </p>
        <p className="truncate text-sm text-muted">
          <bdi>{description === "" ? qualified_name : description}</bdi>
        </p>
      </div>
      <Plus
        size={16}
        aria-hidden="true"
        className={classes("mt-2 shrink-0 text-accent", active ? "" : "opacity-0 group-hover:opacity-100")}
      />
    </li>
  );
}
