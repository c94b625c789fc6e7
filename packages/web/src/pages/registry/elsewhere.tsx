import type { ReplyOf } from "@tackroom/contract/calls";
import { Globe } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Section } from "../../ui/layout/card.js";
import { Command } from "../../ui/text/code-block.js";
import { tackCommand } from "../../ui/text/tack-command.js";

type Entry = ReplyOf<"searchEntries">["results"][number];

/** Entries of other publishers, which nobody here has reviewed. Asked for by a click, so that typing asks one question. */
export function Elsewhere({ text }: { readonly text: string }) {
  const [isAsked, setIsAsked] = useState(false);
  return isAsked ? (
    <Section title="From other registries">
      <Entries text={text} />
    </Section>
  ) : (
    <Button className="self-start" onClick={() => setIsAsked(true)}>
      <Globe size={14} aria-hidden="true" /> Search other registries
    </Button>
  );
}

function Entries({ text }: { readonly text: string }) {
  const query = useCall("searchEntries", { body: { query: { text }, pageSize: 50 } });
  return (
    <Loaded query={query}>
      {({ results }) => {
        // Entries of this registry have a native reference, and are in the list above.
        const entries = results.filter((entry) => entry["obs:nativeRef"] === undefined);
        return entries.length === 0 ? (
          <p className="text-muted">Nothing found in other registries.</p>
        ) : (
          <ul aria-label="From other registries" className="flex flex-col gap-3">
            {entries.map((entry) => (
              <li key={entry.identifier}>
                <EntryRow entry={entry} />
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

const EntryRow = ({ entry }: { readonly entry: Entry }) => (
  <div className="look-card flex flex-col gap-1.5 py-3">
    <p className="flex flex-wrap items-center gap-x-2">
      <Globe size={14} aria-hidden="true" className="text-muted" />
      <bdi className="font-semibold">{entry.displayName}</bdi>
      <span className="text-sm text-muted">{entry.type}</span>
    </p>
    {entry.description !== undefined && (
      <p dir="auto" className="line-clamp-3 text-ink-2">
        {entry.description}
      </p>
    )}
    <Command text={tackCommand(`discover show ${entry.identifier}`)} />
  </div>
);
