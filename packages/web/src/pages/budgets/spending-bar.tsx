import { classes } from "../../ui/theme/classes.js";
import { forecastText, levelOf, shareOf, spentText, unpricedText, type Budget } from "./budget-words.js";

const COLOURS = { calm: "bg-info", near: "bg-warn", over: "bg-bad" } as const;
const TEXTS = { calm: "", near: "text-warn", over: "text-bad" } as const;

/** What is spent of a budget, with a mark at the forecast. The bar repeats what the words beneath it say. */
export function SpendingBar({ budget }: { readonly budget: Budget }) {
  const { spent_usd, amount_usd, forecast_usd, percent } = budget;
  const level = levelOf(percent);
  const unpriced = unpricedText(budget);
  return (
    <div className="flex min-w-40 flex-col gap-1">
      <div aria-hidden="true" className="relative h-2 rounded-full bg-hover">
        <span
          className={classes("absolute inset-y-0 left-0 rounded-full", COLOURS[level])}
          style={{ width: `${shareOf(spent_usd, amount_usd)}%` }}
        />
        {forecast_usd !== null && (
          <span
            className="absolute -inset-y-1 w-0.5 -translate-x-full bg-ink"
            style={{ left: `${shareOf(forecast_usd, amount_usd)}%` }}
          />
        )}
      </div>
      <p className={classes("tabular-nums", TEXTS[level])}>{spentText(budget)}</p>
      <p className="text-sm text-muted tabular-nums">{forecastText(budget)}</p>
      {unpriced !== null && <p className="text-sm text-muted">{unpriced}</p>}
    </div>
  );
}
