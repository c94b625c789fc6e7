import type { ShownEvent } from "./show-events.js";

export interface Sought {
  /** All of them when there are none. */
  readonly kinds: readonly string[];
  readonly failed: boolean;
  /** In any case; empty: whatever it says. */
  readonly text: string;
}

const isOfKind = ({ kind }: Pick<ShownEvent, "kind">, { kinds }: Pick<Sought, "kinds">): boolean =>
  kinds.length === 0 || kinds.includes(kind);

function isSought(event: ShownEvent, sought: Sought): boolean {
  const { text, tool_name, tool_input, tool_output, is_error, kind } = event;
  const wanted = sought.text.toLowerCase();
  return (
    isOfKind(event, sought) &&
    (!sought.failed || is_error || kind === "error") &&
    (wanted === "" ||
      [text, tool_name, tool_input, tool_output].some((each) => each?.toLowerCase().includes(wanted) ?? false))
  );
}

/** The places of the sought events of a line. */
export const matchesIn = (events: readonly ShownEvent[], sought: Sought): number[] =>
  events.flatMap((event, at) => (isSought(event, sought) ? [at] : []));

/** Where in a line to begin: its first place forwards, its last backwards. */
export interface Seek {
  readonly from: number;
  readonly backwards: boolean;
}

/** How many events of the sought kinds come before the next sought one of a line; undefined when it has none that way. */
export function seekEvent(
  events: readonly ShownEvent[],
  sought: Sought,
  { from, backwards }: Seek,
): number | undefined {
  const places = matchesIn(events, sought).filter((at) => (backwards ? at <= from : at >= from));
  const place = backwards ? places.at(-1) : places[0];
  return place === undefined ? undefined : events.slice(0, place).filter((event) => isOfKind(event, sought)).length;
}
