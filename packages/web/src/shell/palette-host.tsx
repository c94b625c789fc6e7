import { useState, type ComponentProps } from "react";
import { lazyPart } from "../ui/feedback/lazy-part.js";
import { Scrim } from "../ui/overlays/scrim.js";

export const loadPalette = () => import("./palette/palette.js");
const Palette = lazyPart(async () => (await loadPalette()).Palette);

interface PaletteHostProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** The command palette, whose code is loaded on demand. What is typed in the meantime is kept. */
export function PaletteHost({ onClose, onHelp }: PaletteHostProps) {
  const [text, setText] = useState("");
  const [isEntered, setIsEntered] = useState(false);
  const keys: Readonly<Record<string, () => void>> = { Enter: () => setIsEntered(true), Escape: onClose };
  const waiting = (
    <WaitingField
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => keys[key]?.()}
    />
  );
  return (
    <Palette props={{ text, isEntered, onClose, onHelp, onType: setText }} fallback={waiting} onMissing={onClose} />
  );
}

/** Takes the keys until the palette is there. */
function WaitingField(props: ComponentProps<"input">) {
  return (
    <>
      <Scrim />
      <div className="look-palette" data-modal="" data-state="open">
        <input
          autoFocus
          aria-label="Search or type a command"
          className="h-13 bg-transparent px-12 text-lg outline-none"
          {...props}
        />
      </div>
    </>
  );
}
