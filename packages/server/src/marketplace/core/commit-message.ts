import type { CataloguePlan } from "./plan-catalogue.js";

const MAX_NAMED = 50;

/** Names what is in the commit, and of what is not only how many: a name may be what must not be seen any more. */
export function commitMessage(
  { made, removed }: CataloguePlan,
  { beginsAnew }: { readonly beginsAnew: boolean },
): string {
  if (beginsAnew) return "Begin a new history of the catalogue\n";
  const back = new Set(made.map(({ plugin }) => plugin));
  const withdrawn = removed.filter((plugin) => !back.has(plugin)).length;
  const [only] = made;
  const title =
    made.length === 1 && only && withdrawn === 0
      ? `Publish ${only.plugin}`
      : [
          ...(made.length > 0 ? [`publish ${counted(made.length)}`] : []),
          ...(withdrawn > 0 ? [`withdraw ${counted(withdrawn)}`] : []),
        ].join(", ") || "update the list of plugins";
  const names = made.length > 1 ? made.slice(0, MAX_NAMED).map(({ plugin }) => `- ${plugin}`) : [];
  const more = made.length > MAX_NAMED ? [`- and ${made.length - MAX_NAMED} more`] : [];
  return [
    `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    ...(names.length > 0 ? ["", ...names, ...more] : []),
    "",
  ].join("\n");
}

const counted = (count: number): string => (count === 1 ? "one plugin" : `${count} plugins`);
