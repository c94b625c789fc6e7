import { useEffect, useRef, useState } from "react";
import { useSettled } from "../../../ui/theme/use-settled.js";
import type { Hunt, Step } from "./use-hunt.js";

const PAUSE_MS = 350;

interface Matches {
  readonly text: string;
  readonly offset: number | null;
  readonly index: number;
  readonly total: number;
}

interface SearchIn {
  readonly hunt: Hunt;
  /** Where the reader is, from where a new text is searched. */
  readonly active: number;
  readonly onFound: (offset: number) => void;
}

/** The search of a session: counted once for each text, then from match to match and round the ends. */
export function useSearch({ hunt, active, onFound }: SearchIn) {
  const [text, setText] = useState("");
  const [matches, setMatches] = useState<Matches>();
  const settled = useSettled(text, { ready: true, afterMs: PAUSE_MS });
  const begin = (wanted: string): void => {
    if (wanted === "") return;
    hunt(
      { from: Math.max(0, active), step: 1, text: wanted, counted: true, wraps: true },
      ({ offset, index, total }) => {
        setMatches({ text: wanted, offset, index: index ?? 0, total: total ?? 0 });
        if (offset !== null) onFound(offset);
      },
    );
  };
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => {
    if (settled !== undefined) latest.current(settled);
  }, [settled]);

  const move = (step: Step): void => {
    if (text === "") return;
    if (matches?.text !== text) return begin(text);
    const { offset, total } = matches;
    if (offset === null) return;
    hunt({ from: offset + step, step, text, wraps: true }, (found) => {
      if (found.offset === null) return;
      setMatches({ ...matches, offset: found.offset, index: (matches.index + step + total) % Math.max(1, total) });
      onFound(found.offset);
    });
  };
  const isCounted = text !== "" && matches?.text === text;
  return {
    text,
    setText,
    move,
    place: isCounted ? placeText(matches) : "",
    /** What is marked in the rows. */
    marked: isCounted ? text : "",
  };
}

const placeText = ({ offset, index, total }: Matches): string =>
  offset === null ? "No matches" : `${(index + 1).toLocaleString("en")} of ${total.toLocaleString("en")}`;
