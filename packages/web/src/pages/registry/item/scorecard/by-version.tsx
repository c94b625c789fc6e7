import type { Scorecard } from "@tackroom/contract";
import { DIMENSIONS } from "@tackroom/contract/scorecard-weights";
import { Button } from "../../../../ui/actions/button.js";
import { exactNumber } from "../../../../ui/data/figures.js";
import { Table, type Column } from "../../../../ui/data/table.js";
import { Badge } from "../../../../ui/feedback/badge.js";
import { Section } from "../../../../ui/layout/card.js";
import { DIMENSION_WORDS, roundedScore } from "./dimension-words.js";

type Row = Scorecard["versions"][number];

interface ByVersionProps {
  readonly versions: readonly Row[];
  readonly chosen: string | undefined;
  readonly onChoose: (version: string | undefined) => void;
}

const cellOf = (score: number | null) =>
  score === null ? <span className="text-muted">none</span> : roundedScore(score);

/** The versions side by side. All of them, also while one is shown above. */
export function ByVersion({ versions, chosen, onChoose }: ByVersionProps) {
  const columns: Column<Row>[] = [
    {
      key: "version",
      header: "Version",
      cell: ({ version }) => (version === null ? <span className="text-muted">not stated</span> : version),
    },
    { key: "sessions", header: "Sessions", numeric: true, cell: ({ sessions }) => exactNumber(sessions) },
    { key: "total", header: "Total", numeric: true, cell: ({ total }) => cellOf(total) },
    ...DIMENSIONS.map((each): Column<Row> => ({
      key: each,
      header: DIMENSION_WORDS[each].name,
      numeric: true,
      secondary: true,
      className: "whitespace-normal!",
      cell: ({ scores }) => cellOf(scores[each]),
    })),
    {
      key: "show",
      header: <span className="sr-only">Sessions of the version</span>,
      className: "text-right",
      cell: ({ version }) => <Show version={version} isChosen={version === chosen} onChoose={onChoose} />,
    },
  ];
  return (
    <Section title="By version">
      <Table caption="Scores by version" columns={columns} rows={versions} rowKey={({ version }) => version ?? ""} />
    </Section>
  );
}

interface ShowProps {
  readonly version: string | null;
  readonly isChosen: boolean;
  readonly onChoose: (version: string) => void;
}

function Show({ version, isChosen, onChoose }: ShowProps) {
  // Sessions that state no version cannot be asked for alone.
  if (version === null) return null;
  if (isChosen) return <Badge tone="accent">shown</Badge>;
  return (
    <Button size="small" aria-label={`Show version ${version}`} onClick={() => onChoose(version)}>
      Show
    </Button>
  );
}
