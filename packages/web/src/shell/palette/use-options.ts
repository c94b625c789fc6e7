import { useMemo } from "react";
import { readRecentChoices, type RecentChoice } from "../../api/recent-choices.js";
import type { ApiProblem } from "../../api/problem.js";
import { stringifySearch } from "../../ui/forms/search-text.js";
import { drawn, type OptionGroup, type PaletteOption } from "./option.js";
import { hasWords, parseQuery, startsWith, type Query } from "./query.js";
import { useCommands, usePages } from "./use-commands.js";
import { useFound } from "./use-found.js";

export interface PaletteOptions {
  readonly query: Query;
  readonly groups: readonly OptionGroup[];
  /** Whether the first option stays the first one, whatever the server answers. */
  readonly isFirstSettled: boolean;
  readonly isSettled: boolean;
  readonly problem: ApiProblem | null;
}

/** All that can be chosen for a text. */
export function usePaletteOptions(text: string, onHelp: () => void): PaletteOptions {
  const query = parseQuery(text);
  const { scope, words } = query;
  const pages = usePages();
  const commands = useCommands(onHelp);
  const found = useFound(query);
  // Read once: what is chosen now is recent the next time.
  const recent = useMemo(readRecentChoices, []);
  const own = [
    { title: "Go to", options: pages.filter(({ label }) => hasWords(label, words)) },
    { title: "Commands", options: commands.filter(({ label }) => hasWords(label, words)) },
  ];
  const status = { query, isSettled: found.isSettled, problem: found.problem };
  if (scope === "commands") return { ...status, groups: own.slice(1), isSettled: true, isFirstSettled: true };
  if (scope !== "everything") return { ...status, groups: withoutEmpty(found.groups), isFirstSettled: found.isSettled };
  if (words === "") {
    const last = { title: "Recent", options: recentOptions(recent, [...pages, ...commands]) };
    return { ...status, groups: withoutEmpty([last, ...own]), isFirstSettled: true };
  }
  const isNamed = ({ options }: OptionGroup): boolean => options.some(({ label }) => startsWith(label, words));
  const named = own.filter(isNamed);
  const groups = [...named, ...found.groups, ...own.filter((group) => !isNamed(group)), searchOptions(words)];
  return { ...status, groups: withoutEmpty(groups), isFirstSettled: named.length > 0 || found.isSettled };
}

const withoutEmpty = (groups: readonly OptionGroup[]): OptionGroup[] =>
  groups.filter(({ options }) => options.length > 0);

/** Items found earlier, and those pages and commands that the user may still use. */
function recentOptions(recent: readonly RecentChoice[], own: readonly PaletteOption[]): PaletteOption[] {
  return recent.flatMap(({ id, label, detail, href, look }) => {
    const known = own.find((option) => option.id === id);
    if (known) return [{ ...known, id: `recent:${id}` }];
    return href === undefined ? [] : [{ id: `recent:${id}`, label, detail, look, ...drawn(look), action: { href } }];
  });
}

/** Leads to the pages that search, with all results. */
const searchOptions = (words: string): OptionGroup => ({
  title: "Search",
  options: [
    {
      id: "search:registry",
      label: `Search the registry for “${words}”`,
      href: `/registry${stringifySearch({ q: words })}`,
    },
    {
      id: "search:sessions",
      label: `Search sessions for “${words}”`,
      href: `/sessions${stringifySearch({ search: words })}`,
    },
  ].map(({ id, label, href }) => ({ id, label, ...drawn(undefined), action: { href } })),
});
