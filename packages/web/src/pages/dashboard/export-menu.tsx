import { Download } from "lucide-react";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { saveFile } from "../../ui/forms/save-file.js";
import { Menu } from "../../ui/overlays/menu.js";
import type { Dashboard } from "./use-dashboard.js";

const TOTALS = [
  { by: "day", label: "Totals by day", ofPeople: false },
  { by: "user", label: "Totals by person", ofPeople: true },
  { by: "team", label: "Totals by team", ofPeople: true },
  { by: "agent", label: "Totals by agent", ofPeople: false },
  { by: "mcp_server", label: "Totals by MCP server", ofPeople: false },
  { by: "model", label: "Totals by model", ofPeople: false },
] as const;
const FAILURES = [
  { by: "tool", label: "Failures by tool" },
  { by: "error", label: "Failures by error" },
] as const;

/** Saves what the filters show as CSV. A plain link could not send the access token. */
export function ExportMenu({ dashboard: { filter, showsPeople } }: { readonly dashboard: Dashboard }) {
  const totals = useAction("exportDashboardBreakdown", {
    onDone: (text, { query }) => saveFile(`dashboard-by-${query?.by}.csv`, text, "text/csv"),
  });
  const failures = useAction("exportDashboardFailures", {
    onDone: (text, { query }) => saveFile(`failures-by-${query?.by}.csv`, text, "text/csv"),
  });
  const problem = totals.error ?? failures.error;
  return (
    <>
      <Menu
        heading="The period and filters of this page, as CSV"
        trigger={
          <Button busy={totals.isPending || failures.isPending}>
            <Download size={14} aria-hidden="true" /> Export
          </Button>
        }
        entries={[
          ...TOTALS.filter(({ ofPeople }) => showsPeople || !ofPeople).map(({ by, label }) => ({
            label,
            onSelect: () => totals.mutate({ query: { ...filter, by } }),
          })),
          ...FAILURES.map(({ by, label }) => ({
            label,
            onSelect: () => failures.mutate({ query: { ...filter, by } }),
          })),
        ]}
      />
      {problem && <ErrorBox problem={problem} />}
    </>
  );
}
