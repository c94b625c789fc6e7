import { CircleAlert, Info, TriangleAlert, type LucideIcon } from "lucide-react";
import type { RiskSignal } from "@tackroom/contract";
import { classes } from "../../ui/theme/classes.js";

/** Where a file, or a line of it, is on the page. */
export const lineAnchor = (file: string, line?: number): string =>
  `file-${encodeURIComponent(file)}${line === undefined ? "" : `-${line}`}`;

export const SEVERITY_ICONS: Readonly<Record<RiskSignal["severity"], LucideIcon>> = {
  high: CircleAlert,
  medium: TriangleAlert,
  low: Info,
};
export const SEVERITY_TEXT: Readonly<Record<RiskSignal["severity"], string>> = {
  high: "text-bad",
  medium: "text-warn",
  low: "text-info",
};
const EDGES: Readonly<Record<RiskSignal["severity"], string>> = {
  high: "border-l-bad",
  medium: "border-l-warn",
  low: "border-l-info",
};

/** A finding below the line that it is about. */
export function Finding({ signal: { severity, message } }: { readonly signal: RiskSignal }) {
  const Icon = SEVERITY_ICONS[severity];
  return (
    <p
      className={classes(
        "flex gap-2 rounded-md border border-l-3 border-line bg-raised px-3 py-2 font-sans text-sm",
        EDGES[severity],
      )}
    >
      <Icon size={16} aria-hidden="true" className={classes("mt-0.5 shrink-0", SEVERITY_TEXT[severity])} />
      <span className="min-w-0 wrap-anywhere">
        <strong>{severity} risk:</strong> {message}
      </span>
    </p>
  );
}
