import type { ReactNode } from "react";
import { once } from "../theme/once.js";

export const KeyboardHint = ({ children }: { readonly children: ReactNode }) => (
  <kbd className="look-key">{children}</kbd>
);

const isMac = once(() => /Mac|iPhone|iPad/.test(navigator.platform));

/** As printed on the keyboard. */
function keyLabel(key: string): string {
  if (key === "Mod") return isMac() ? "⌘" : "Ctrl";
  return { ArrowDown: "↓", ArrowUp: "↑", Escape: "Esc" }[key] ?? key;
}

/** "Ctrl K": one hint for keys that are pressed together. */
export const chordText = (chord: string): string =>
  chord.startsWith("Mod+") ? `${keyLabel("Mod")} ${chord.slice(4).toUpperCase()}` : keyLabel(chord);

/** The keys of a shortcut such as `g h` or `Mod+k`. */
export const ShortcutKeys = ({ keys }: { readonly keys: string }) => (
  <span className="inline-flex gap-1">
    {keys.split(" ").map((chord, place) => (
      <KeyboardHint key={place}>{chordText(chord)}</KeyboardHint>
    ))}
  </span>
);
