import type { ValidationResult } from "@tackroom/contract";
import { CircleCheck, CircleX } from "lucide-react";
import { Time } from "../../../ui/data/time.js";

/** What the server found when it read the repository of an MCP server. */
export const ValidationResults = ({ results }: { readonly results: readonly ValidationResult[] }) => (
  <ul aria-label="Repository analysis" className="flex flex-col gap-2">
    {results.map((result) => (
      <ResultLine key={result.stage} result={result} />
    ))}
  </ul>
);

const STAGES: Readonly<Record<string, string>> = { fetch: "Fetched", analysis: "Analyzed" };

function ResultLine({ result: { stage, passed, details, run_at } }: { readonly result: ValidationResult }) {
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <li className="flex gap-2">
      <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${passed ? "text-good" : "text-bad"}`} />
      <div className="min-w-0">
        <p>
          <span className="sr-only">{passed ? "Passed: " : "Failed: "}</span>
          <span className="font-medium">{STAGES[stage] ?? stage}</span>{" "}
          <span className="text-sm text-muted">
            <Time at={run_at} />
          </span>
        </p>
        <p className="text-sm whitespace-pre-line wrap-anywhere">{details}</p>
      </div>
    </li>
  );
}
