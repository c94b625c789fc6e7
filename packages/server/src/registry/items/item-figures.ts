import type { ItemDetail } from "@tackroom/contract";
import type { Db } from "../../platform/relational/tx.js";
import { downloadsOfItems, installsByDay } from "../stores/download-store.js";
import { ratingsOf } from "../stores/rating-store.js";

/** How much an item is used, and what people think of it. */
export type ItemFigures = Pick<ItemDetail, "download_count" | "installs_14d" | "average_rating" | "total_reviews">;

const DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Of each of the items, by id. */
export async function figuresOf(db: Db, ids: readonly string[]): Promise<(id: string) => ItemFigures> {
  const days = lastDays(new Date());
  const downloads = await downloadsOfItems(db, ids);
  const ratings = await ratingsOf(db, ids);
  const installs = await installsByDay(db, ids, days[0] ?? "");
  return (id) => {
    const own = new Map(installs.flatMap((each) => (each.item_id === id ? [[each.day, each.installs]] : [])));
    return {
      download_count: downloads.get(id) ?? 0,
      installs_14d: days.map((day) => own.get(day) ?? 0),
      average_rating: ratings.get(id)?.average ?? null,
      total_reviews: ratings.get(id)?.total ?? 0,
    };
  };
}

/** Today last, each as `2026-01-31`. */
const lastDays = (now: Date): string[] =>
  Array.from({ length: DAYS }, (_, place) =>
    new Date(now.getTime() - (DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
