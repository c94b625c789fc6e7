import pico from "picocolors";
import { printable } from "./printable.js";

const ESCAPE = "\u001b";

/** Stands for an escape of ours until it is printed. No server can guess it, so that none can colour what it says. */
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

/** What may go to a terminal: everything of others is made visible, and our own colours come back. */
export function finished(text: string): string {
  const safe = printable(text);
  return marker === undefined ? safe : safe.replaceAll(marker, ESCAPE);
}
