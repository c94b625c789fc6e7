import { useLocation } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { useToast } from "../../../ui/feedback/toast.js";
import { linkedLine, linkTo } from "./permalink.js";
import type { Hunt, Step } from "./use-hunt.js";
import type { useTraceScroll } from "./use-trace-scroll.js";

/** The line that the address leads to. */
export const useLinkedLine = (): number | undefined => linkedLine(useLocation({ select: ({ hash }) => hash }));

interface GoingIn {
  readonly scroll: ReturnType<typeof useTraceScroll>;
  readonly hunt: Hunt;
  readonly stopFollowing: () => void;
  /** Where to begin; undefined: at the linked line, or at the start. */
  readonly startAt: number | undefined;
}

/** Ways to a step: by its place, by the address, to the next failure. */
export function useGoing({ scroll, hunt, stopFollowing, startAt }: GoingIn) {
  const toast = useToast();
  const linked = useLinkedLine();
  const goTo = (offset: number, opens = true): void => {
    stopFollowing();
    scroll.goTo(offset, { opens });
  };
  useEffect(() => {
    if (startAt !== undefined) goTo(startAt, false);
    else if (linked !== undefined) {
      hunt({ from: 0, from_line: linked, step: 1 }, ({ offset }) => {
        if (offset === null) toast.complain(`Line ${linked} is not in this session.`);
        else goTo(offset);
      });
    }
    // Once for each place.
  }, [linked, startAt]);
  const toFailure = (step: Step): void =>
    hunt({ from: step > 0 ? scroll.active.end + 1 : scroll.active.offset - 1, step, failed: true }, ({ offset }) => {
      if (offset === null) toast.say(`No error found ${step === 1 ? "after" : "before"} this event.`);
      else goTo(offset);
    });
  const copyLink = useCallback(
    (line: number) => {
      navigator.clipboard.writeText(linkTo(line)).then(
        () => toast.say(`Copied the link to line ${line}.`),
        () => toast.complain("Copying is blocked by the browser."),
      );
    },
    [toast],
  );
  return { goTo, toFailure, copyLink };
}
