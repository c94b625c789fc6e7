import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode, type RefObject } from "react";
import { keyName, meaningOf } from "./key-sequence.js";

interface Shortcut {
  /** What it does, for the keyboard help. */
  readonly label: string;
  readonly run: () => void;
}

/** By key: `j`, `G`, `ArrowDown`, a sequence such as `g h`, or `Mod+k` for Ctrl or Cmd. */
export type Shortcuts = Readonly<Record<string, Shortcut>>;
export type ShortcutScope = "everywhere" | "page";

interface Group {
  readonly scope: ShortcutScope;
  readonly shortcuts: RefObject<Shortcuts>;
}

export interface DescribedShortcut {
  readonly label: string;
  readonly keys: readonly string[];
}

interface ShortcutBook {
  add(group: Group): () => void;
  list(scope: ShortcutScope): readonly DescribedShortcut[];
  /** A page's own shortcuts come first. */
  find(key: string): Shortcut | undefined;
  keys(): readonly string[];
}

function createBook(): ShortcutBook {
  const groups = new Set<Group>();
  const of = (scope: ShortcutScope) =>
    Array.from(groups)
      .filter((group) => group.scope === scope)
      .flatMap(({ shortcuts }) => Object.entries(shortcuts.current));
  const all = () => [...of("page"), ...of("everywhere")];
  return {
    add(group) {
      groups.add(group);
      return () => void groups.delete(group);
    },
    list: (scope) => byLabel(of(scope)),
    find: (key) => all().find(([name]) => name === key)?.[1],
    keys: () => all().map(([name]) => name),
  };
}

/** Keys that do the same are one line of the help. */
function byLabel(entries: readonly (readonly [string, Shortcut])[]): DescribedShortcut[] {
  const keys = new Map<string, string[]>();
  for (const [key, { label }] of entries) keys.set(label, [...(keys.get(label) ?? []), key]);
  return Array.from(keys, ([label, names]) => ({ label, keys: names }));
}

const BookContext = createContext<ShortcutBook | undefined>(undefined);

function useBook(): ShortcutBook {
  const book = useContext(BookContext);
  if (!book) throw new Error("Shortcuts must be used within a ShortcutProvider");
  return book;
}

const TYPING = "input, textarea, select, [contenteditable=true]";

/** Whether keys pressed in this element are text input. */
const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null;

/** How long a sequence waits for its next key. */
const SEQUENCE_MS = 1200;

/** Listens to the keyboard for all shortcuts inside, which are inactive while a dialog is open. */
export function ShortcutProvider({ children }: { readonly children: ReactNode }) {
  const book = useMemo(createBook, []);
  useEffect(() => listen(book), [book]);
  return <BookContext.Provider value={book}>{children}</BookContext.Provider>;
}

/** Modifier keys are pressed on the way to the next key of a sequence. */
const MODIFIERS: readonly string[] = ["Shift", "Control", "Meta"];

/** The name of a key that may be a shortcut: not text, and not meant for a dialog. */
function shortcutKey(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || MODIFIERS.includes(event.key)) return undefined;
  const key = keyName(event);
  if (isTyping(event.target) && key?.startsWith("Mod+") !== true) return undefined;
  return document.querySelector('[data-modal][data-state="open"]') ? undefined : key;
}

function listen(book: ShortcutBook): () => void {
  let begun: { readonly keys: string; readonly at: number } | undefined;
  const press = (event: KeyboardEvent): void => {
    const key = shortcutKey(event);
    if (key === undefined) return;
    const isInTime = begun !== undefined && event.timeStamp - begun.at < SEQUENCE_MS;
    const meaning = meaningOf(key, isInTime ? begun?.keys : undefined, book.keys());
    begun = meaning && "wait" in meaning ? { keys: meaning.wait, at: event.timeStamp } : undefined;
    if (!meaning) return;
    event.preventDefault();
    if ("run" in meaning) book.find(meaning.run)?.run();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/**
 * Shortcuts while the component is mounted: `useShortcuts({ a: { label: "Approve", run: approve } })`. The keyboard help
 * lists them by their labels. Inactive while the user types, except with `Mod`.
 */
export function useShortcuts(shortcuts: Shortcuts, scope: ShortcutScope = "page"): void {
  const book = useBook();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => book.add({ scope, shortcuts: latest }), [book, scope]);
}

/** What the keyboard does now, for the help. */
export const useShortcutList = (): ShortcutBook["list"] => useBook().list;
