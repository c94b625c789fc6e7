import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useSettled } from "../../../ui/theme/use-settled.js";
import { offsetsOf, placeOfEvent, type Row } from "./rows.js";
import { pageOf } from "./use-events.js";
import type { Opened } from "./use-opened.js";

type Rows = Virtualizer<Window, Element>;

/** Used until a row is measured. */
const ESTIMATES: Readonly<Record<Row["type"], number>> = { page: 1600, step: 34, reads: 34, fold: 42, gap: 48 };
const OVERSCAN = 8;
/** Pages that are only scrolled past are not requested: they would delay the page at the end. */
const PASSED_BY_MS = 120;
const READER_ACTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** Without rows being loaded for this long, a place is reached. */
const SETTLED_MS = 1500;
const ESTIMATED_PROMPT = 96;
/** The strip and the tools stay above the rows; on narrow screens, the bar of the app too. */
const stickyHeight = (): number => (window.matchMedia("(width >= 820px)").matches ? 120 : 168);

interface ScrollIn {
  readonly rows: readonly Row[];
  readonly want: (page: number) => void;
  readonly opened: Opened;
}

export interface GoOptions {
  readonly align?: "start" | "auto" | "end";
  /** Whether the step there is opened. */
  readonly opens?: boolean;
}

const estimateOf = (row: Row | undefined): number =>
  row?.type === "step" && row.step.kind === "prompt" ? ESTIMATED_PROMPT : ESTIMATES[row?.type ?? "step"];

/** Where the reader is. */
export interface Active {
  readonly key: string;
  /** Of its first and its last event. -1: nowhere yet. */
  readonly offset: number;
  readonly end: number;
}
const NOWHERE: Active = { key: "", offset: -1, end: -1 };

/** A row as the place where the reader is; undefined for one that cannot be opened. */
export function activeAt(row: Row | undefined): Active | undefined {
  const offsets = row ? offsetsOf(row) : [];
  return row && offsets.length > 0
    ? { key: row.key, offset: Math.min(...offsets), end: Math.max(...offsets) }
    : undefined;
}

/** The rows in sight, and ways to other rows. */
export function useTraceScroll({ rows, want, opened }: ScrollIn) {
  const list = useRef<HTMLDivElement>(null);
  const scrollMargin = useMargin(list);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => estimateOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: stickyHeight(),
    scrollPaddingEnd: 24,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  useWanted(rows, items, want);
  const [active, setActive] = useState<Active>(NOWHERE);
  const [target, setTarget] = useTarget();
  useAnchor(virtualizer, rows, target === undefined);

  useEffect(() => {
    if (!target) return undefined;
    const place = placeOfEvent(rows, target.offset);
    const row = rows[place];
    if (!row) {
      const page = rows.findIndex((each) => each.type === "page" && each.page === pageOf(target.offset));
      want(pageOf(target.offset));
      if (page >= 0) virtualizer.scrollToIndex(page, { align: "start" });
      return undefined;
    }
    if (row.type === "fold" || (row.type === "reads" && target.opens === true)) {
      opened.set(row.key, true);
      return undefined;
    }
    setActive(activeAt(row) ?? NOWHERE);
    if (target.opens === true && row.type === "step") opened.set(row.key, true);
    virtualizer.scrollToIndex(place, { align: target.align ?? "start" });
    const arrived = setTimeout(() => setTarget(undefined), SETTLED_MS);
    return () => clearTimeout(arrived);
  }, [target, setTarget, rows, want, opened, virtualizer]);

  return {
    list,
    virtualizer,
    items,
    scrollMargin,
    active,
    setActive,
    /** Goes to an event at any distance, and opens what it is folded into. */
    goTo: (offset: number, options: GoOptions = {}) => setTarget({ offset, ...options }),
  };
}

type Target = GoOptions & { readonly offset: number };

/** Where the reader wants to go. Rows around it may still be loaded when it is reached, so it holds until the reader does something. */
function useTarget() {
  const [target, setTarget] = useState<Target>();
  const hasTarget = target !== undefined;
  useEffect(() => {
    if (!hasTarget) return undefined;
    const letGo = (): void => setTarget(undefined);
    for (const name of READER_ACTS) window.addEventListener(name, letGo, { capture: true, passive: true });
    return () => {
      for (const name of READER_ACTS) window.removeEventListener(name, letGo, { capture: true });
    };
  }, [hasTarget]);
  return [target, setTarget] as const;
}

/** How far below the top of the page the rows begin. */
function useMargin(list: RefObject<HTMLDivElement | null>): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  return margin;
}

/** Asks for the pages in sight, and within a window's height of it; rows that are rendered beyond may be pages far away. */
function useWanted(rows: readonly Row[], items: readonly VirtualItem[], want: (page: number) => void): void {
  const [top, bottom] = [window.scrollY - window.innerHeight, window.scrollY + 2 * window.innerHeight];
  const pages = items.flatMap(({ index, start, end }) => {
    const row = rows[index];
    return row?.type === "page" && end > top && start < bottom ? [row.page] : [];
  });
  const settled = useSettled(pages.join(), { ready: true, afterMs: PASSED_BY_MS });
  useEffect(() => {
    for (const page of settled?.split(",") ?? []) if (page !== "") want(Number(page));
  }, [settled, want]);
}

/** Keeps the row at the top of the window where it is when rows above it are loaded, folded or opened. */
function useAnchor(virtualizer: Rows, rows: readonly Row[], isFree: boolean): void {
  const anchor = useRef<{ readonly key: string; readonly top: number }>(undefined);
  useLayoutEffect(() => {
    const held = anchor.current;
    if (!held) return;
    const place = rows.findIndex(({ key }) => key === held.key);
    const start = virtualizer.measurementsCache[place]?.start;
    const moved = start === undefined ? 0 : start - window.scrollY - held.top;
    if (Math.abs(moved) > 1) window.scrollBy(0, moved);
    // Only new rows move others; a row that grows is the virtualizer's business.
  }, [rows, virtualizer]);
  useLayoutEffect(() => {
    const top = window.scrollY + stickyHeight();
    const seen = virtualizer.getVirtualItems().filter(({ end }) => end > top);
    // A page is replaced by its rows when it is loaded: better hold a row.
    const item = seen.find(({ index }) => rows[index]?.type !== "page") ?? seen[0];
    const row = item && rows[item.index];
    // On the way to another row, no row is held.
    const isHeld = isFree && window.scrollY > 0;
    anchor.current = isHeld && item && row ? { key: row.key, top: item.start - window.scrollY } : undefined;
  });
}

/** The offsets of the first and last event in sight. */
export function offsetsInSight(rows: readonly Row[], items: readonly VirtualItem[]): readonly [number, number] {
  const top = window.scrollY + stickyHeight();
  const bottom = window.scrollY + window.innerHeight;
  const seen = items.filter(({ start, end }) => end > top && start < bottom).map(({ index }) => rows[index]);
  const offsets = seen.flatMap((row) => {
    if (!row) return [];
    if (row.type === "page" || row.type === "gap") return [row.offset];
    return row.type === "step" ? [row.step.offset] : row.steps.map(({ offset }) => offset);
  });
  return [Math.min(...offsets), Math.max(...offsets)];
}
