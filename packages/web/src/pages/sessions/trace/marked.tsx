import { createContext, useContext, type ReactNode } from "react";

/** The text that is searched for, which rows mark. */
export const SearchedText = createContext("");

/** A text with what is searched for marked in it. */
export function Marked({ text }: { readonly text: string }): ReactNode {
  const wanted = useContext(SearchedText).toLowerCase();
  if (wanted === "") return text;
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  let end = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, end)) {
    const next = at + wanted.length;
    parts.push(text.slice(end, at), <mark key={at}>{text.slice(at, next)}</mark>);
    end = next;
  }
  return [...parts, text.slice(end)];
}
