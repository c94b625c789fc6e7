import pico from "picocolors";
import { printable } from "./printable.js";

const ESCAPE = "\u001b";

/** Placeholder for our own escape sequences until they are printed. Servers cannot guess it, so they cannot color their text. */
let marker: string | undefined;
const markerOfThisRun = (): string => (marker ??= `\uE000${crypto.randomUUID()}\uE000`);

type Style = "bold" | "dim" | "red" | "green" | "yellow";
type Painter = Readonly<Record<Style, (text: string) => string>>;

export function paint({ flags }: { readonly flags: { readonly color: boolean } }): Painter {
  const colors = pico.createColors(flags.color);
  const styled =
    (style: Style) =>
    (text: string): string => {
      const safe = printable(text);
      return flags.color ? colors[style](safe).replaceAll(ESCAPE, markerOfThisRun()) : safe;
    };
  return {
    bold: styled("bold"),
    dim: styled("dim"),
    red: styled("red"),
    green: styled("green"),
    yellow: styled("yellow"),
  };
}

/** Makes text safe for a terminal: foreign control characters become visible, and our own colors are restored. */
export function finished(text: string): string {
  const safe = printable(text);
  return marker === undefined ? safe : safe.replaceAll(marker, ESCAPE);
}
