import { useEffect, useRef, type ReactNode } from "react";

export const KeyboardHint = ({ children }: { readonly children: ReactNode }) => (
  <kbd className="rounded border border-line bg-sunken px-1.5 font-mono text-xs text-muted">{children}</kbd>
);

const TYPING = "input, textarea, select, [contenteditable=true]";

/** Whether keys pressed in this element are text input. */
const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null;

/** Single-key shortcuts of a page: `useShortcuts({ a: approve })`. Inactive while the user types or a dialog is open. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[data-modal][data-state="open"]')) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
