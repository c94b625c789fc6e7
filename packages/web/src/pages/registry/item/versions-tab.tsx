import { useState } from "react";
import type { ItemDetail, ItemType, ItemVersion } from "../../../api/kinds.js";
import { useCall } from "../../../api/queries.js";
import { Badge, StatusBadge } from "../../../ui/feedback/badge.js";
import { Section } from "../../../ui/layout/card.js";
import { CopyButton } from "../../../ui/feedback/copy-button.js";
import { ChoiceBox } from "../../../ui/forms/choice-box.js";
import { Field } from "../../../ui/forms/field.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { Table, type Column } from "../../../ui/data/table.js";
import { Time } from "../../../ui/data/time.js";
import { VersionDiffView } from "../version-diff.js";
import { VersionActions } from "./version-actions.js";

export function VersionsTab({ type, item }: { readonly type: ItemType; readonly item: ItemDetail }) {
  const versions = useCall(`${type}.listVersions`, { params: { id: item.id }, query: { page_size: 100 } });
  return (
    <Loaded query={versions}>
      {({ items }) => (
        <div className="flex flex-col gap-6">
          <Table
            caption="Versions"
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              {
                key: "version",
                header: "Version",
                cell: (each) => (
                  <span className="flex flex-wrap items-center gap-1.5">
                    <strong>{each.version}</strong>
                    <StatusBadge status={each.status} />
                    {each.yanked && <Badge tone="bad">yanked</Badge>}
                    {each.deprecated !== null && <Badge tone="warn">deprecated</Badge>}
                  </span>
                ),
              },
              CHANGES,
              {
                key: "installs",
                header: "Installs",
                numeric: true,
                secondary: true,
                cell: (each) => each.download_count,
              },
              {
                key: "when",
                header: "Released",
                secondary: true,
                cell: (each) => <Time at={each.released_at ?? each.created_at} />,
              },
              {
                key: "digest",
                header: "Digest",
                secondary: true,
                cell: (each) =>
                  each.digest && (
                    <span className="flex items-center font-mono text-sm">
                      {each.digest.slice(0, 19)}…{" "}
                      <CopyButton text={each.digest} what={`the digest of ${each.version}`} />
                    </span>
                  ),
              },
              ...(item.user_permission === "owner" ? [actionsColumn(type, item)] : []),
            ]}
          />
          {items.length > 1 && <Compare type={type} id={item.id} versions={items.map(({ version }) => version)} />}
        </div>
      )}
    </Loaded>
  );
}

const CHANGES: Column<ItemVersion> = {
  key: "changes",
  header: "Changes",
  // A long text without spaces must not push the other columns out of view.
  className: "wrap-anywhere min-w-32",
  cell: ({ changelog, deprecated }) => <bdi className="whitespace-pre-line">{changelog ?? deprecated ?? ""}</bdi>,
};

const actionsColumn = (type: ItemType, item: ItemDetail): Column<ItemVersion> => ({
  key: "actions",
  header: <span className="sr-only">Actions</span>,
  className: "text-right",
  cell: (version) => <VersionActions type={type} item={item} version={version} />,
});

interface CompareProps {
  readonly type: ItemType;
  readonly id: string;
  /** Newest first. */
  readonly versions: readonly string[];
}

function Compare({ type, id, versions }: CompareProps) {
  const [from, setFrom] = useState(versions[1] ?? "");
  const [to, setTo] = useState(versions[0] ?? "");
  const diff = useCall(`${type}.diffVersions`, { params: { id, a: from, b: to } });
  const options = versions.map((version) => ({ id: version, label: version }));
  return (
    <Section title="Compare">
      <div className="flex flex-wrap gap-3">
        <Field label="From">
          {(ids) => <ChoiceBox listLabel="Versions" value={from} onChoose={setFrom} {...{ ids, options }} />}
        </Field>
        <Field label="To">
          {(ids) => <ChoiceBox listLabel="Versions" value={to} onChoose={setTo} {...{ ids, options }} />}
        </Field>
      </div>
      <Loaded query={diff}>{(found) => <VersionDiffView diff={found} />}</Loaded>
    </Section>
  );
}
