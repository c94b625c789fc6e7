import type { RiskSignal } from "@tackroom/contract";
import { classes } from "../../ui/theme/classes.js";
import { lineAnchor, SEVERITY_ICONS, SEVERITY_TEXT } from "./finding.js";

/** What the scanners found, the gravest first, each with a link to its line. */
export function Findings({ signals }: { readonly signals: readonly RiskSignal[] }) {
  if (signals.length === 0) return <p className="text-muted">No risks found.</p>;
  return (
    <ul aria-label="Risks" className="divide-y divide-line rounded-md border border-line bg-raised">
      {signals.map((signal) => (
        <li key={signal.code + signal.path} className="px-3 py-2 text-sm">
          <FindingLine signal={signal} />
        </li>
      ))}
    </ul>
  );
}

function FindingLine({ signal: { severity, message, file, line, path } }: { readonly signal: RiskSignal }) {
  const Icon = SEVERITY_ICONS[severity];
  const place = file === undefined ? path : `${file}${line === undefined ? "" : `:${line}`}`;
  return (
    <div className="flex gap-2">
      <Icon size={16} aria-hidden="true" className={classes("mt-0.5 shrink-0", SEVERITY_TEXT[severity])} />
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="wrap-anywhere">
          <strong>{severity}</strong> {message}
        </span>
        {file === undefined ? (
          <code className="font-mono text-xs text-muted">{place}</code>
        ) : (
          <a
            href={`#${lineAnchor(file, line)}`}
            className="font-mono text-xs wrap-anywhere text-accent underline underline-offset-2"
            onClick={(event) => {
              event.preventDefault();
              goTo(file, line);
            }}
          >
            {place}
          </a>
        )}
      </div>
    </div>
  );
}

/** The line may be folded away with its file; then the file is as near as one gets. */
export function goTo(file: string, line?: number): void {
  const found =
    document.getElementById(lineAnchor(file, line)) ?? document.getElementById(lineAnchor(file)) ?? undefined;
  found?.scrollIntoView({ block: "center" });
}
