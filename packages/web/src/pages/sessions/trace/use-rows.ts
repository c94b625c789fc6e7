import type { SessionEvent, SessionOutline } from "@tackroom/contract";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Nested } from "./nest-subagents.js";
import { subagentsAt } from "./place-subagents.js";
import { rowsOf, type Row } from "./rows.js";
import { stepsOf, type Step } from "./steps.js";
import { PAGE_SIZE, pageOf, useEventPages, type EventSource } from "./use-events.js";
import type { Opened } from "./use-opened.js";
import { wantedWith } from "./wanted-pages.js";

interface RowsIn {
  readonly source: EventSource;
  readonly total: number;
  readonly outline: SessionOutline | undefined;
  readonly subagents: readonly Nested[];
  readonly opened: Opened;
  readonly isLive: boolean;
}

/** The rows of a session: those of the pages that were wanted so far, and one for each other page. */
export function useRows({ source, total, outline, subagents, opened, isLive }: RowsIn) {
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const { pages, problem } = useEventPages(source, total, wanted);
  const loaded = useRef(pages);
  useEffect(() => {
    loaded.current = pages;
  });
  const want = useCallback((page: number) => setWanted((before) => wantedWith(before, page, loaded.current)), []);
  const eventAt = useCallback(
    (offset: number): SessionEvent | undefined => pages.get(pageOf(offset))?.[offset % PAGE_SIZE],
    [pages],
  );
  const steps = useMemo(() => stepsByPage(pages), [pages]);
  const subagentsOf = useCallback(
    ({ offset, resultOffset }: Step): readonly Nested[] => {
      if (subagents.length === 0) return [];
      const at = (place: number) => subagentsAt(place, eventAt, total, subagents);
      return [...at(offset), ...(resultOffset === null ? [] : at(resultOffset))];
    },
    [subagents, eventAt, total],
  );
  const isWhole = source.kinds === "";
  const rows = useMemo(() => {
    const gaps = new Map(isWhole ? outline?.gaps.map(({ offset, ms }) => [offset, ms]) : []);
    const lastPage = pageOf(total - 1);
    const isNotable = (step: Step): boolean => subagentsOf(step).length > 0;
    const found: Row[] = [];
    for (let page = 0; page * PAGE_SIZE < total; page++) {
      const keepsRuns = !isWhole || (isLive && page === lastPage);
      const own = steps.get(page);
      if (own) found.push(...rowsOf(own, { gaps, isOpen: opened.isOpen, isNotable, keepsRuns }));
      else found.push({ type: "page", key: `page-${page}`, page, offset: page * PAGE_SIZE });
    }
    return found;
  }, [steps, total, outline, isWhole, isLive, subagentsOf, opened]);
  return { rows, want, problem, subagentsOf };
}

/** The steps of loaded pages, paired also across neighbouring pages. A step is on the page of its first event. */
function stepsByPage(pages: ReadonlyMap<number, readonly SessionEvent[]>): ReadonlyMap<number, readonly Step[]> {
  const found = new Map<number, Step[]>([...pages.keys()].map((page) => [page, []]));
  const events: (SessionEvent | undefined)[] = [];
  for (const [page, items] of pages) {
    for (const [at, event] of items.entries()) events[page * PAGE_SIZE + at] = event;
  }
  for (const step of stepsOf(Array.from(events))) found.get(pageOf(step.offset))?.push(step);
  return found;
}
