import { useCall } from "../../api/queries.js";

const WHILE_INDEXING_MS = 3000;

/** Shown while a part of the catalogue is not found by meaning yet. */
export function SearchProgress() {
  const { data } = useCall("getHealth", {}, { refetchEveryMs: WHILE_INDEXING_MS });
  const search = data?.search;
  if (!search || search.state === "ready") return null;
  const percent = Math.round(search.progress * 100);
  return (
    <div role="status" className="flex flex-col gap-1 rounded-lg border border-line bg-raised p-3 text-sm">
      <p>
        {search.state === "indexing"
          ? `Indexing the catalogue for search: ${percent}% can be found by meaning, the rest by its words.`
          : "The embedding service does not respond, so that new items are found by their words only. Check discovery.embedding_url under Settings."}
      </p>
      <progress aria-label="Indexed for search" max={100} value={percent} className="h-1.5 w-full accent-accent" />
    </div>
  );
}
