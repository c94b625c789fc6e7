import type { SessionEvent } from "@tackroom/contract";

/** As many events as one answer has. */
export const PAGE_SIZE = 200;

export interface Hunt {
  /** Where to begin: the first one looked at is the next in that direction. */
  readonly from: number;
  readonly step: 1 | -1;
  readonly total: number;
  readonly pageOf: (page: number) => Promise<readonly SessionEvent[]>;
  readonly matches: (event: SessionEvent) => boolean;
  readonly signal: AbortSignal;
}

/** The place of the next event that matches; undefined when there is none that way, or the hunt was called off. */
export async function findEvent({ from, step, total, pageOf, matches, signal }: Hunt): Promise<number | undefined> {
  const isInside = (at: number): boolean => at >= 0 && at < total;
  let at = from + step;
  while (isInside(at)) {
    const page = Math.floor(at / PAGE_SIZE);
    const events = await pageOf(page);
    if (signal.aborted) return undefined;
    for (; isInside(at) && Math.floor(at / PAGE_SIZE) === page; at += step) {
      const event = events[at - page * PAGE_SIZE];
      if (event && matches(event)) return at;
    }
  }
  return undefined;
}

/** Whether a text is anywhere in an event, in whatever case. */
export function hasText(text: string): (event: SessionEvent) => boolean {
  const wanted = text.toLowerCase();
  return ({ text: said, tool_name, tool_input, tool_output }) =>
    [said, tool_name, tool_input, tool_output].some((each) => each?.toLowerCase().includes(wanted) ?? false);
}

export const isFailure = ({ is_error, kind }: SessionEvent): boolean => is_error || kind === "error";
