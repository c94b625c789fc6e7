import type { Facet, RegistryList } from "@tackroom/contract";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { exactNumber } from "../../ui/data/figures.js";
import { Checkbox } from "../../ui/forms/field.js";
import { useMedia } from "../../ui/theme/use-media.js";
import { chosenFacets, FACETS, RISKS, type FacetName, type RegistrySearch } from "./registry-search.js";

const TITLES: Readonly<Record<FacetName, string>> = {
  harness: "Works in",
  risk: "Trust",
  namespace: "From",
  category: "Category",
  tag: "Tag",
};

const RISK_WORDS: Readonly<Record<string, string>> = {
  none: "Reviewed, no findings",
  low: "Low risk accepted",
  medium: "Medium risk accepted",
  high: "High risk accepted",
};

/** More are behind a click. */
const MAX_SHOWN = 5;

interface FacetListProps {
  readonly search: RegistrySearch;
  readonly facets: RegistryList["facets"] | undefined;
  readonly isCapped: boolean;
  readonly onChange: (changes: Partial<RegistrySearch>) => void;
}

/** What the list can be narrowed to, with the number of items of each. On a narrow screen behind a click. */
export function FacetList(props: FacetListProps) {
  const isWide = useMedia("(min-width: 64rem)");
  const [isOpen, setIsOpen] = useState(false);
  const chosen = Object.keys(chosenFacets(props.search)).length;
  return (
    <aside aria-label="Filters" className="flex min-w-0 flex-col gap-4">
      {!isWide && (
        <Button aria-expanded={isOpen} className="self-start" onClick={() => setIsOpen(!isOpen)}>
          <SlidersHorizontal size={14} aria-hidden="true" /> Filters{chosen > 0 && ` (${chosen})`}
        </Button>
      )}
      {(isWide || isOpen) && (
        <div className="flex flex-col gap-4 max-lg:grid max-lg:grid-cols-2 max-sm:grid-cols-1">
          {FACETS.map((name) => (
            <Group key={name} name={name} {...props} />
          ))}
        </div>
      )}
    </aside>
  );
}

function Group({ name, search, facets, isCapped, onChange }: FacetListProps & { readonly name: FacetName }) {
  const [showsAll, setShowsAll] = useState(false);
  const harnesses = useCall("getHarnesses").data?.harnesses ?? [];
  const values = inOrder(name, facets?.[name] ?? []);
  const shown = values.filter(({ value }, place) => showsAll || place < MAX_SHOWN || value === search[name]);
  const wordOf = (value: string): string => {
    if (name === "risk") return RISK_WORDS[value] ?? value;
    return name === "harness" ? (harnesses.find((each) => each.name === value)?.display_name ?? value) : value;
  };
  if (values.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1 text-sm font-semibold">{TITLES[name]}</legend>
      {shown.map(({ value, count }) => (
        <div key={value} className="flex min-h-6.5 items-center justify-between gap-2 text-sm">
          <Checkbox
            label={<bdi className="line-clamp-1 wrap-anywhere">{wordOf(value)}</bdi>}
            checked={search[name] === value}
            onChange={({ target }) => onChange({ [name]: target.checked ? value : "" })}
          />
          <span className="text-muted tabular-nums">
            {exactNumber(count)}
            {isCapped && "+"}
          </span>
        </div>
      ))}
      {!showsAll && values.length > shown.length && (
        <button
          type="button"
          className="min-h-6 self-start text-sm text-accent underline underline-offset-2"
          onClick={() => setShowsAll(true)}
        >
          {values.length - shown.length} more
        </button>
      )}
    </fieldset>
  );
}

/** Levels of risk in their own order, all others as the server counts them. */
const inOrder = (name: FacetName, values: readonly Facet[]): readonly Facet[] =>
  name === "risk" ? RISKS.flatMap((level) => values.filter(({ value }) => value === level)) : values;
