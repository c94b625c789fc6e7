import { Input } from "../../ui/forms/field.js";
import { Segmented } from "../../ui/forms/segmented.js";
import { CHOSEN, periodChange, periodOf } from "../sessions/period.js";
import { DEFAULT_PERIOD } from "./days.js";
import type { Dashboard } from "./use-dashboard.js";

const PERIODS = [
  { value: "7", label: "7 days" },
  { value: "28", label: "28 days" },
  { value: "90", label: "90 days" },
  { value: "month", label: "This month" },
  { value: CHOSEN, label: "Custom" },
];

/** The period, which is in the address. */
export function PeriodPicker({ dashboard: { params, change, stretches } }: { readonly dashboard: Dashboard }) {
  const period = periodOf(params, DEFAULT_PERIOD);
  const [from] = stretches.days;
  const choose = (next: string): void => {
    const { offset: _none, ...address } = periodChange(next, from === undefined ? {} : { from }, new Date());
    change(address);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented label="Period" segments={PERIODS} value={period} onChange={choose} />
      {period === CHOSEN &&
        (["from", "to"] as const).map((name) => (
          <Input
            key={name}
            type="date"
            aria-label={name === "from" ? "From" : "To"}
            className="w-36"
            value={params[name]?.slice(0, 10) ?? ""}
            onChange={({ target }) => change({ [name]: target.value || undefined })}
          />
        ))}
    </div>
  );
}
