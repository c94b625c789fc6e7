import { useQuery } from "@tanstack/react-query";
import type { Session } from "@tackroom/contract";
import type { ReplyOf } from "@tackroom/contract/calls";
import { useMemo, useState } from "react";
import type { Api } from "../../api/client.js";
import { useApi } from "../../api/context.js";
import { ApiProblem } from "../../api/problem.js";
import { Button } from "../../ui/actions/button.js";
import { Chart } from "../../ui/charts/chart.js";
import type { ChartSeries } from "../../ui/charts/chart-canvas.js";
import { compactNumber, costText } from "../../ui/data/figures.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { refOf } from "./session-link.js";
import { timelinePoints, type TimelinePoints, type Usage } from "./timeline-points.js";

/** The max number of rows within the query cost limit: each row has five fields. */
const QUERY = `query usage($id: String!, $harness: String, $project: String, $userId: ID, $after: String) {
  session(id: $id, harness: $harness, project: $project, userId: $userId) {
    events(first: 190, after: $after) {
      edges { node { timestamp costUsd tokens { total } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

interface Answer {
  readonly session: {
    readonly events: {
      readonly edges: readonly { readonly node: Usage }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
}

/** Longer sessions are loaded on request. */
const READ_AT_ONCE = 1000;

async function readUsage(api: Api, session: Session, onRead: (events: number) => void, signal: AbortSignal) {
  const { harness, project, user_id: userId } = refOf(session);
  const usages: Usage[] = [];
  let after: string | null = null;
  do {
    signal.throwIfAborted();
    const variables: Record<string, string | null> = { id: session.session_id, harness, project, userId, after };
    const answer: ReplyOf<"executeGraphql"> = await api.call("executeGraphql", { body: { query: QUERY, variables } });
    const events = (answer.data as Answer | undefined)?.session?.events;
    if (!events) throw refusalOf(answer);
    usages.push(...events.edges.map(({ node }) => node));
    onRead(usages.length);
    after = events.pageInfo.hasNextPage ? events.pageInfo.endCursor : null;
  } while (after !== null);
  return usages;
}

/** GraphQL errors have status 200, with the reason in the response. */
function refusalOf({ errors }: ReplyOf<"executeGraphql">): ApiProblem {
  const [first] = (errors ?? []) as readonly { readonly message?: string }[];
  return new ApiProblem(first?.message ?? "The session no longer exists.", { status: 200, code: "graphql" });
}

/** Tokens and cost over time. */
export function Timeline({ session }: { readonly session: Session }) {
  const [isOpen, setOpen] = useState(session.events <= READ_AT_ONCE);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-lg font-semibold">Tokens and cost over time</summary>
      {isOpen && <Growth session={session} />}
    </details>
  );
}

function Growth({ session }: { readonly session: Session }) {
  const api = useApi();
  const [read, setRead] = useState(0);
  // An active session is not reloaded with every new line.
  const [asOf, setAsOf] = useState(session.events);
  const usage = useQuery<readonly Usage[], ApiProblem>({
    queryKey: ["timeline", session.session_id, refOf(session), asOf],
    queryFn: ({ signal }) => readUsage(api, session, setRead, signal),
    staleTime: Infinity,
  });
  const points = useMemo(() => timelinePoints(usage.data ?? []), [usage.data]);
  const waiting = (
    <div role="status" className="flex flex-col gap-2 py-2">
      <p className="text-sm text-muted">
        Reading {read.toLocaleString("en")} of {session.events.toLocaleString("en")} events
      </p>
      <Skeleton className="h-54" />
    </div>
  );
  // Usually known in advance, so that the layout is stable; without usage there is no cost.
  const isUnpriced = session.unpriced_models.length > 0 || points.cost === undefined;
  return (
    <>
      <Loaded query={usage} skeleton={waiting}>
        {() => (
          <div className="flex flex-col gap-2 py-2">
            <GrowthChart points={points} />
            {session.events > asOf && (
              <Button size="small" className="self-start" onClick={() => setAsOf(session.events)}>
                Read the latest {(session.events - asOf).toLocaleString("en")} events
              </Button>
            )}
          </div>
        )}
      </Loaded>
      {isUnpriced && (
        <p className="text-sm text-muted">
          The cost is not shown because the price of a model is unknown. An admin can set it with{" "}
          <code className="font-mono">telemetry.model_prices</code>.
        </p>
      )}
    </>
  );
}

function GrowthChart({ points: { times, tokens, cost } }: { readonly points: TimelinePoints }) {
  // Stable while nothing changes, because the chart is redrawn otherwise.
  const series = useMemo<readonly ChartSeries[]>(
    () => [
      { name: "Tokens", colour: "info", values: tokens, format: compactNumber },
      ...(cost ? [{ name: "Cost", colour: "accent", values: cost, format: costText, ownScale: true } as const] : []),
    ],
    [tokens, cost],
  );
  if (times.length < 2) return <p className="h-61 text-muted">No usage yet.</p>;
  const most = `${compactNumber(tokens.at(-1) ?? 0)} tokens`;
  const label = cost
    ? `Tokens and cost over time, up to ${most} and ${costText(cost.at(-1) ?? 0)}`
    : `Tokens over time, up to ${most}`;
  return <Chart label={label} times={times} series={series} />;
}
