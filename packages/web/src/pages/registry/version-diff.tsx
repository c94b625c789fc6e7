import type { VersionDiff } from "@tackroom/contract";
import { Table } from "../../ui/data/table.js";
import { Diff } from "../../ui/text/diff.js";
import { unifiedLines } from "./unified-lines.js";

/** The differences between two versions: texts line by line, other values as before and after. */
export function VersionDiffView({ diff }: { readonly diff: VersionDiff }) {
  if (diff.fields.length === 0 && diff.texts.length === 0) {
    return (
      <p className="text-muted">
        No differences between {diff.from} and {diff.to}.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {diff.fields.length > 0 && (
        <Table
          caption={`Fields that differ between ${diff.from} and ${diff.to}`}
          rows={diff.fields}
          rowKey={({ path }) => path}
          columns={[
            { key: "path", header: "Field", className: "font-mono text-sm", cell: ({ path }) => path },
            { key: "before", header: diff.from, className: "text-bad", cell: ({ before }) => shown(before) },
            { key: "after", header: diff.to, className: "text-good", cell: ({ after }) => shown(after) },
          ]}
        />
      )}
      {diff.texts.map(({ path, unified }) => (
        <figure key={path} className="overflow-hidden rounded-md border border-line">
          <figcaption className="border-b border-line bg-sunken px-3 py-1.5 font-mono text-sm text-muted">
            {path}
          </figcaption>
          {unifiedLines(unified).map((lines, place) => (
            <div key={place} className={place === 0 ? "" : "border-t border-line"}>
              <Diff lines={lines} label={`Changes in ${path}${place === 0 ? "" : `, part ${place + 1}`}`} />
            </div>
          ))}
        </figure>
      ))}
    </div>
  );
}

/** Short values unchanged, others as JSON. */
const shown = (value: unknown): string =>
  value === undefined || value === null ? "—" : typeof value === "string" ? value : JSON.stringify(value);
