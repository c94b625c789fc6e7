import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { keepRecentChoice } from "../../api/recent-choices.js";
import { mayActAs, useUser } from "../../api/session.js";
import { Button } from "../../ui/actions/button.js";
import { KeyboardHint } from "../../ui/actions/keyboard.js";
import { keyName } from "../../ui/actions/key-sequence.js";
import { Scrim } from "../../ui/overlays/scrim.js";
import type { PaletteOption } from "./option.js";
import { optionId, OptionList } from "./option-list.js";
import { OptionPreview } from "./option-preview.js";
import { parseQuery, PREFIXES, type Scope } from "./query.js";
import { usePaletteOptions } from "./use-options.js";

interface PaletteProps {
  readonly text: string;
  /** Enter was pressed while the palette was loading. */
  readonly isEntered: boolean;
  readonly onType: (text: string) => void;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Search for everything, and commands. Open while mounted. */
export function Palette({ text, isEntered, onType, onClose, onHelp }: PaletteProps) {
  const list = useId();
  const results = usePaletteOptions(text, onHelp);
  const choose = useChoose(onClose);
  const { active, setPointed, press } = useActiveOption(results, choose, isEntered);
  const type = (next: string): void => {
    onType(next);
    setPointed(undefined);
  };
  const all = results.groups.flatMap(({ options }) => options);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          data-modal=""
          aria-describedby={undefined}
          className="look-palette"
          onOpenAutoFocus={focusField}
          onKeyDown={(event) => {
            if (keyName(event) !== "Mod+k") return;
            event.preventDefault();
            onClose();
          }}
        >
          <Radix.Title className="sr-only">Search and commands</Radix.Title>
          <SearchField
            text={text}
            list={list}
            isExpanded={all.length > 0}
            activeId={active && optionId(list, active)}
            onType={type}
            onPress={press}
          />
          <Scopes text={text} onChange={type} />
          <div className="flex min-h-0 grow border-y border-line">
            <OptionList
              id={list}
              groups={results.groups}
              active={active}
              words={results.query.words}
              onPoint={(option) => setPointed(option.id)}
              onChoose={choose}
            />
            {all.some(({ preview }) => preview) && <OptionPreview option={active} />}
          </div>
          <Footer count={all.length} problem={results.problem?.message} isSettled={results.isSettled} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface SearchFieldProps {
  readonly text: string;
  readonly list: string;
  readonly isExpanded: boolean;
  readonly activeId: string | undefined;
  readonly onType: (text: string) => void;
  readonly onPress: (event: KeyboardEvent) => void;
}

const SearchField = ({ text, list, isExpanded, activeId, onType, onPress }: SearchFieldProps) => (
  <div className="flex shrink-0 items-center gap-3 px-4">
    <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
    <input
      role="combobox"
      aria-label="Search or type a command"
      aria-expanded={isExpanded}
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      autoComplete="off"
      placeholder="Search or type a command"
      maxLength={200}
      value={text}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onPress}
      className="h-13 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-muted"
    />
    <Radix.Close className="rounded-sm p-1">
      <span className="sr-only">Close</span> <KeyboardHint>Esc</KeyboardHint>
    </Radix.Close>
  </div>
);

/** With the cursor after what was typed while the palette was loading. */
function focusField(event: Event): void {
  event.preventDefault();
  const field = (event.currentTarget as HTMLElement).querySelector("input");
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

type Choose = (option: PaletteOption, inNewTab: boolean) => void;

/** Goes to what an option leads to, or does what it says, and keeps it as a recent choice. */
function useChoose(onClose: () => void): Choose {
  const navigate = useNavigate();
  return ({ id, label, detail, look, action }, inNewTab) => {
    const href = "href" in action ? action.href : undefined;
    // A search is not kept: its words are gone the next time.
    if (!id.startsWith("search:")) {
      keepRecentChoice({
        id: id.replace(/^recent:/, ""),
        label,
        detail,
        look,
        ...(look === undefined ? {} : { href }),
      });
    }
    if (href !== undefined && inNewTab) {
      window.open(href, "_blank", "noopener");
      return;
    }
    onClose();
    if ("run" in action) action.run();
    else void navigate({ href: action.href });
  };
}

/** The option that Enter chooses: the first one, until an arrow key or the pointer says another. */
function useActiveOption(
  { groups, isFirstSettled }: ReturnType<typeof usePaletteOptions>,
  choose: Choose,
  isEnteredBefore: boolean,
) {
  const [pointed, setPointed] = useState<string>();
  /** Enter was pressed before the server has answered about what was typed. */
  const [isEntered, setIsEntered] = useState(isEnteredBefore);
  const options = groups.flatMap((group) => group.options);
  const place = Math.max(
    0,
    options.findIndex(({ id }) => id === pointed),
  );
  const active = options[place];
  const isReady = isFirstSettled || pointed !== undefined;
  useEffect(() => {
    if (!isEntered || !isReady) return;
    setIsEntered(false);
    if (active) choose(active, false);
  }, [isEntered, isReady, active, choose]);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setPointed(options.at((place + step) % options.length)?.id);
    else if (event.key === "Enter" && isReady && active) choose(active, event.ctrlKey || event.metaKey);
    else if (event.key === "Enter") setIsEntered(true);
    else {
      setIsEntered(false);
      return;
    }
    event.preventDefault();
  };
  return { active, setPointed, press };
}

const SCOPES: readonly { readonly scope: Scope; readonly prefix: string; readonly label: string }[] = [
  { scope: "everything", prefix: "", label: "Everything" },
  { scope: "sessions", prefix: "#", label: "Sessions" },
  { scope: "people", prefix: "@", label: "People" },
  { scope: "commands", prefix: ">", label: "Commands" },
];

/** What the search is narrowed to; a prefix does the same. */
function Scopes({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const isAdmin = mayActAs(useUser(), "admin");
  const { scope, words } = parseQuery(text);
  return (
    <div role="group" aria-label="Search in" className="flex shrink-0 gap-2 overflow-x-auto px-4 pb-3">
      {SCOPES.filter((each) => each.scope !== "people" || isAdmin).map((each) => (
        <Button
          key={each.scope}
          size="small"
          variant="quiet"
          aria-pressed={each.scope === scope}
          className="look-scope"
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(each.prefix + words)}
        >
          {each.prefix in PREFIXES && (
            <span aria-hidden="true">
              <KeyboardHint>{each.prefix}</KeyboardHint>
            </span>
          )}
          {each.label}
        </Button>
      ))}
    </div>
  );
}

interface FooterProps {
  readonly count: number;
  readonly problem: string | undefined;
  readonly isSettled: boolean;
}

function Footer({ count, problem, isSettled }: FooterProps) {
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 bg-sunken px-4 py-2.5 text-xs text-muted">
      <span className="hidden gap-4 sm:flex" aria-hidden="true">
        <span>
          <KeyboardHint>↑</KeyboardHint> <KeyboardHint>↓</KeyboardHint> move
        </span>
        <span>
          <KeyboardHint>↵</KeyboardHint> open
        </span>
        <span>
          <KeyboardHint>Ctrl ↵</KeyboardHint> new tab
        </span>
      </span>
      {problem !== undefined && <span className="text-bad">{problem}</span>}
      <span role="status" className="ml-auto tabular-nums">
        {isSettled ? `${count} ${count === 1 ? "result" : "results"}` : "Searching …"}
      </span>
    </footer>
  );
}
