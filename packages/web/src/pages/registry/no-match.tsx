import { PackageSearch } from "lucide-react";
import { Button, ButtonLink } from "../../ui/actions/button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { chosenFacets, NO_FACETS, type RegistrySearch } from "./registry-search.js";

interface NoMatchProps {
  readonly search: RegistrySearch;
  readonly onChange: (changes: Partial<RegistrySearch>) => void;
}

const MAX_WORDS = 4;

/** The search already finds misspelled and related words, so that what helps is fewer words or fewer filters. */
export function NoMatch({ search, onChange }: NoMatchProps) {
  const words = [...new Set(search.q.trim().split(/\s+/))].filter((word) => word.length > 2);
  const isNarrowed =
    search.type !== undefined || search.status !== "approved" || Object.keys(chosenFacets(search)).length > 0;
  return (
    <EmptyState
      icon={PackageSearch}
      title="No results"
      action={
        <div className="flex flex-wrap gap-2">
          {isNarrowed && (
            <Button onClick={() => onChange({ ...NO_FACETS, type: undefined, status: "approved" })}>
              Clear filters
            </Button>
          )}
          {words.length > 1 &&
            words.slice(0, MAX_WORDS).map((word) => (
              <Button key={word} onClick={() => onChange({ q: word })}>
                Search for <bdi>{word}</bdi>
              </Button>
            ))}
          <ButtonLink to="/registry/submit">Submit an item</ButtonLink>
        </div>
      }
    >
      {isNarrowed ? "Try without filters, or with fewer or different words." : "Try fewer or different words."}
    </EmptyState>
  );
}
