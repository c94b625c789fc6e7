import type { DashboardSummary } from "@tackroom/contract";
import type { ReplyOf } from "@tackroom/contract/calls";
import { costText, exactNumber } from "../../ui/data/figures.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { classes } from "../../ui/theme/classes.js";
import { unknownText } from "../dashboard/words.js";
import { Panel, PanelNote } from "./panel.js";
import { valuesByDay, type DayValue } from "./week-days.js";

interface WeekProps {
  readonly userId: string;
  readonly summary: DashboardSummary;
  readonly before: DashboardSummary | undefined;
  readonly cost: ReplyOf<"getDashboardSeries">;
}

/** Sessions, cost and failures of the last seven days, compared with the seven days before. */
export function Week({ userId, summary, before, cost }: WeekProps) {
  const note = unknownText(summary);
  return (
    <Panel
      title="Your week"
      actions={
        <ButtonLink variant="quiet" size="small" to="/people/$id" params={{ id: userId }}>
          Dashboard
        </ButtonLink>
      }
    >
      {summary.sessions === 0 ? (
        <PanelNote>No session in the last seven days.</PanelNote>
      ) : (
        <div className="flex flex-col gap-3 p-4">
          <dl className="grid grid-cols-3 gap-2">
            <Figure label="sessions" value={exactNumber(summary.sessions)}>
              {before && difference(summary.sessions - before.sessions)}
            </Figure>
            <Figure label="spent" value={costText(summary.cost_usd)}>
              {before && relative(summary.cost_usd, before.cost_usd)}
            </Figure>
            <Figure label="failed calls" value={share(failureRate(summary))}>
              {before && before.tool_calls > 0 && points(failureRate(summary) - failureRate(before))}
            </Figure>
          </dl>
          <Bars days={valuesByDay(cost, new Date())} />
          {note !== undefined && <p className="text-xs text-muted">{note}</p>}
        </div>
      )}
    </Panel>
  );
}

const failureRate = ({ tool_calls: calls, tool_failures: failures }: DashboardSummary): number =>
  calls === 0 ? 0 : failures / calls;

const share = (rate: number): string => `${(rate * 100).toFixed(1)}%`;
const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : `−${text}`);

const difference = (change: number): string | undefined =>
  change === 0 ? undefined : signed(change, exactNumber(Math.abs(change)));

const relative = (now: number, before: number): string | undefined => {
  const change = before === 0 ? 0 : Math.round(((now - before) / before) * 100);
  return change === 0 ? undefined : signed(change, `${Math.abs(change)}%`);
};

const points = (change: number): string | undefined =>
  Math.abs(change) < 0.0005 ? undefined : signed(change, (Math.abs(change) * 100).toFixed(1));

interface FigureProps {
  readonly label: string;
  readonly value: string;
  /** The change since the week before. */
  readonly children: string | false | undefined;
}

const Figure = ({ label, value, children: change }: FigureProps) => (
  <div className="flex flex-col-reverse">
    <dt className="text-xs text-muted">
      {label}
      {change && (
        <span title="Compared with the week before" className="ml-1 text-ink-2 tabular-nums">
          {change}
        </span>
      )}
    </dt>
    <dd className="text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
  </div>
);

/** In pixels, so that a small day is still seen. */
const MAX_HEIGHT = 56;
const MIN_HEIGHT = 2;

function Bars({ days }: { readonly days: readonly DayValue[] }) {
  const most = Math.max(...days.map(({ value }) => value));
  return (
    <ol aria-label="Cost by day" className="grid grid-cols-7 items-end gap-1.5">
      {days.map(({ name, value, isToday }) => (
        <li key={name} className="flex flex-col items-center gap-1">
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">{value > 0 && costText(value)}</span>
          <span
            aria-hidden="true"
            className={classes("w-full rounded-t-sm", isToday ? "bg-[var(--c1)]" : "bg-[var(--c1)] opacity-40")}
            style={{ height: most === 0 ? MIN_HEIGHT : Math.max(MIN_HEIGHT, (value / most) * MAX_HEIGHT) }}
          />
          <span className={classes("text-xs", isToday ? "font-semibold" : "text-muted")}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
