import type { ReplyOf } from "@tackroom/contract/calls";
import { CircleCheck, CircleX } from "lucide-react";
import { Card } from "../../../ui/layout/card.js";

type Test = ReplyOf<"testSso">;
type Check = Test["checks"][number];

/** Each check of a sign-in method, with what to do about those that failed. */
export const TestResult = ({ name, test }: { readonly name: string; readonly test: Test }) => (
  <Card className="flex flex-col gap-3">
    <p role="status" className={test.ok ? "text-good" : "text-bad"}>
      {test.ok ? `${name} works as far as it can be tested without signing in.` : `${name} does not work yet.`}
    </p>
    <ul aria-label={`Checks of ${name}`} className="flex flex-col gap-2">
      {test.checks.map((check) => (
        <CheckLine key={check.name} check={check} />
      ))}
    </ul>
  </Card>
);

function CheckLine({ check: { name, ok, detail, remedy } }: { readonly check: Check }) {
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <li className="flex gap-2">
      <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${ok ? "text-good" : "text-bad"}`} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="sr-only">{ok ? "Passed: " : "Failed: "}</span>
          <span className="font-medium">{name.replaceAll("_", " ")}</span> · {detail}
        </p>
        {remedy !== null && <p className="text-sm wrap-anywhere text-muted">{remedy}</p>}
      </div>
    </li>
  );
}
