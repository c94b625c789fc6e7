import { useState } from "react";
import type { SearchParams } from "../../../ui/forms/search-text.js";

export interface SavedView {
  readonly name: string;
  readonly params: SearchParams;
}

const MAX_VIEWS = 20;
const keyFor = (userId: string): string => `tackroom.session-views.${userId}`;

export interface SavedViews {
  readonly views: readonly SavedView[];
  /** Replaces a view of the same name. */
  save(view: SavedView): void;
  remove(name: string): void;
}

/** Saved views are kept in this browser, for each user. */
export function useSavedViews(userId: string): SavedViews {
  const [views, setViews] = useState(() => readViews(userId));
  const change = (next: readonly SavedView[]): void => {
    setViews(next);
    try {
      localStorage.setItem(keyFor(userId), JSON.stringify(next));
    } catch {
      // Storage is full or blocked: the views last until the page is left.
    }
  };
  return {
    views,
    save: (view) => change([...views.filter(({ name }) => name !== view.name), view].slice(-MAX_VIEWS)),
    remove: (name) => change(views.filter((view) => view.name !== name)),
  };
}

function readViews(userId: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyFor(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isSavedView) : [];
  } catch {
    return [];
  }
}

function isSavedView(value: unknown): value is SavedView {
  if (typeof value !== "object" || value === null || !("name" in value) || !("params" in value)) return false;
  const { name, params } = value;
  if (typeof name !== "string" || typeof params !== "object" || params === null) return false;
  return Object.values(params).every((each) => typeof each === "string");
}

export const sameParams = (one: SearchParams, other: SearchParams): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
};
