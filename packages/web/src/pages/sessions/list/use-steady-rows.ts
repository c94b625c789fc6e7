import type { Session } from "@tackroom/contract";
import { useState } from "react";
import { mergeRows, type MergedRows } from "./merge-rows.js";

interface Shown {
  /** The question that these rows answer. */
  readonly key: string;
  readonly rows: readonly Session[];
}

interface Page {
  /** Undefined until the first answer. */
  readonly items: readonly Session[] | undefined;
  /** False while the answer to an earlier question is still shown. */
  readonly isCurrent: boolean;
}

const NONE: readonly Session[] = [];

/** The rows of a live list: updated in place, with new ones held back until the user asks for them. */
export function useSteadyRows(
  { items = NONE, isCurrent }: Page,
  key: string,
  limit: number,
): MergedRows & { showAdded(): void } {
  const [shown, setShown] = useState<Shown>({ key, rows: NONE });
  const isNew = shown.key !== key || shown.rows.length === 0;
  const showAll = (): void => setShown({ key, rows: items });
  if (!isCurrent) return { rows: items, added: 0, showAdded: showAll };
  if (isNew && (shown.key !== key || items.length > 0)) showAll();
  return { ...(isNew ? { rows: items, added: 0 } : mergeRows(shown.rows, items, limit)), showAdded: showAll };
}
