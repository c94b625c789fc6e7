import { useEffect, useRef, type MouseEvent } from "react";
import { KeyboardHint, ShortcutKeys } from "../../ui/actions/keyboard.js";
import { Tile } from "../../ui/data/tile.js";
import { classes } from "../../ui/theme/classes.js";
import type { OptionGroup, PaletteOption } from "./option.js";
import { markWords } from "./query.js";

interface OptionListProps {
  /** The ID of the list; those of its options begin with it. */
  readonly id: string;
  readonly groups: readonly OptionGroup[];
  readonly active: PaletteOption | undefined;
  readonly words: string;
  readonly onPoint: (option: PaletteOption) => void;
  readonly onChoose: (option: PaletteOption, inNewTab: boolean) => void;
}

export const optionId = (list: string, option: PaletteOption): string => `${list}-${option.id}`;

/** The keyboard is handled by the field, which keeps the focus. */
export function OptionList({ id, groups, active, words, onPoint, onChoose }: OptionListProps) {
  const box = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div ref={box} id={id} role="listbox" aria-label="Results" className="min-h-0 grow overflow-y-auto p-2">
      {groups.map(({ title, options }) => (
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-2 pt-2.5 pb-1 text-2xs font-medium text-muted">
            {title}
          </p>
          {options.map((option) => (
            <OptionRow
              key={option.id}
              id={optionId(id, option)}
              {...{ option, words, onPoint, onChoose }}
              isActive={option.id === activeId}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionRowProps extends Pick<OptionListProps, "id" | "words" | "onPoint" | "onChoose"> {
  readonly option: PaletteOption;
  readonly isActive: boolean;
}

function OptionRow({ id, option, words, isActive, onPoint, onChoose }: OptionRowProps) {
  const { label, detail, hint, keys, icon, colour } = option;
  const click = ({ ctrlKey, metaKey }: MouseEvent): void => onChoose(option, ctrlKey || metaKey);
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      // Not when the list moves under a pointer that rests.
      onMouseMove={() => !isActive && onPoint(option)}
      onClick={click}
      className={classes(
        "flex min-h-9.5 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm",
        isActive && "bg-accent-soft",
      )}
    >
      <Tile icon={icon} colour={colour} />
      <bdi className="min-w-0 grow truncate">
        <Marked text={label} words={words} />
        {detail !== undefined && <span className="ml-2 text-ink-2">{detail}</span>}
      </bdi>
      {hint !== undefined && <span className="hidden shrink-0 text-xs text-ink-2 sm:inline">{hint}</span>}
      {keys !== undefined && (
        <span className="hidden shrink-0 sm:inline" aria-hidden="true">
          <ShortcutKeys keys={keys} />
        </span>
      )}
      {isActive && (
        <span className="hidden shrink-0 sm:inline" aria-hidden="true">
          <KeyboardHint>↵</KeyboardHint>
        </span>
      )}
    </div>
  );
}

const Marked = ({ text, words }: { readonly text: string; readonly words: string }) =>
  markWords(text, words).map(({ text: part, isMatch }, place) =>
    isMatch ? (
      <mark key={place} className="bg-transparent font-semibold text-accent">
        {part}
      </mark>
    ) : (
      part
    ),
  );
