import type { SessionOutline } from "@tackroom/contract";
import { useEffect, useRef } from "react";
import { useShortcuts } from "../../../ui/actions/shortcuts.js";
import type { Row } from "./rows.js";
import { promptsOf } from "./timeline-strip.js";
import type { useFollow } from "./use-follow.js";
import type { useGoing } from "./use-going.js";
import type { Step } from "./use-hunt.js";
import type { Opened } from "./use-opened.js";
import type { useSearch } from "./use-search.js";
import { activeAt, type useTraceScroll } from "./use-trace-scroll.js";

interface TraceKeys {
  readonly rows: readonly Row[];
  readonly scroll: ReturnType<typeof useTraceScroll>;
  readonly opened: Opened;
  readonly outline: SessionOutline | undefined;
  readonly follow: ReturnType<typeof useFollow>;
  readonly going: Pick<ReturnType<typeof useGoing>, "toFailure" | "copyLink">;
  readonly search: Pick<ReturnType<typeof useSearch>, "move">;
  readonly goInWhole: (offset: number) => void;
  readonly rail: { readonly toggle: () => void };
  readonly isOpenAtFirst: (key: string) => boolean;
  readonly total: number;
}

/** The shortcuts of the trace; the slash key belongs to the shell. */
export function useTraceKeys(keys: TraceKeys): void {
  const { rows, scroll, opened, outline, follow, going, search, goInWhole, rail } = keys;
  const place = rows.findIndex(({ key }) => key === scroll.active.key);
  const active = rows[place];
  const walk = (step: Step): void => {
    follow.stop();
    const from = place < 0 ? (step > 0 ? (scroll.items[0]?.index ?? 0) - 1 : rows.length) : place;
    for (let at = from + step; at >= 0 && at < rows.length; at += step) {
      const next = activeAt(rows[at]);
      if (next) {
        scroll.setActive(next);
        return scroll.virtualizer.scrollToIndex(at, { align: "auto" });
      }
    }
  };
  const toPrompt = (step: Step): void => {
    const prompts = outline ? promptsOf(outline) : [];
    const at = scroll.active.offset;
    const next = step > 0 ? prompts.find(({ offset }) => offset > at) : prompts.findLast(({ offset }) => offset < at);
    if (next) goInWhole(next.offset);
  };
  useShortcuts({
    j: { label: "Next step", run: () => walk(1) },
    k: { label: "Previous step", run: () => walk(-1) },
    e: { label: "Next failure", run: () => going.toFailure(1) },
    E: { label: "Previous failure", run: () => going.toFailure(-1) },
    p: { label: "Next prompt", run: () => toPrompt(1) },
    P: { label: "Previous prompt", run: () => toPrompt(-1) },
    n: { label: "Next match", run: () => search.move(1) },
    N: { label: "Previous match", run: () => search.move(-1) },
    o: { label: "Show or hide the outline", run: rail.toggle },
    c: {
      label: "Copy the link to the step",
      run: () => {
        if (active?.type === "step") going.copyLink(active.step.line);
      },
    },
    l: { label: "Follow live", run: () => (follow.isFollowing ? follow.stop() : follow.follow()) },
    "g g": {
      label: "Go to the start",
      run: () => {
        follow.stop();
        window.scrollTo(0, 0);
      },
    },
    G: {
      label: "Go to the end",
      run: () => {
        follow.follow();
        scroll.goTo(keys.total - 1, { align: "end" });
      },
    },
  });
  useEnter(() => {
    if (active) opened.set(active.key, !opened.isOpen(active.key, keys.isOpenAtFirst(active.key)));
  });
}

const OWN_ENTER = "a, button, input, textarea, select, summary, [role=dialog]";

/** Not a shortcut like the others: buttons and links have their own use for the key. */
function useEnter(act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = ({ key, target }: KeyboardEvent): void => {
      if (key === "Enter" && !(target instanceof Element && target.closest(OWN_ENTER))) latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
