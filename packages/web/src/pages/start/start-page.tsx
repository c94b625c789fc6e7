import { CircleCheck, Circle } from "lucide-react";
import type { ReactNode } from "react";
import { useList } from "../../api/queries.js";
import { useUser } from "../../api/session.js";
import { isAwaited, useIncomingTransfers } from "../../api/transfers.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { Card } from "../../ui/layout/card.js";
import { classes } from "../../ui/theme/classes.js";
import { Command } from "../../ui/text/code-block.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Page } from "../../ui/layout/page.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { OfferedItems } from "../registry/transfers/offered-items.js";
import { useRegistryTotal } from "./use-registry-total.js";

/** The first steps on a new server, with completed ones marked. */
export function StartPage() {
  const user = useUser();
  const sessions = useList("listSessions", { query: { limit: 1 } });
  const items = useRegistryTotal();
  const offers = useIncomingTransfers();
  const recorded = (sessions.data?.total ?? 0) > 0;
  return (
    <Page
      title="Start"
      heading={<h1>Hello, {user.name}</h1>}
      intro="Three steps to share components with your agents and to see their sessions."
      actions={
        <ButtonLink variant="primary" to="/registry">
          Open the registry
        </ButtonLink>
      }
    >
      {offers.error && <ErrorBox problem={offers.error} onRetry={() => void offers.refetch()} />}
      {/* Shown together, so that a transfer does not push down content that is being read. */}
      {isAwaited(offers) ? (
        <SkeletonRows rows={3} className="h-36 max-w-3xl" />
      ) : (
        <>
          <OfferedItems transfers={offers.data?.items ?? []} />
          <Steps recorded={recorded} hasItems={items > 0} />
        </>
      )}
    </Page>
  );
}

interface StepsProps {
  readonly recorded: boolean;
  readonly hasItems: boolean;
}

function Steps({ recorded, hasItems }: StepsProps) {
  return (
    <ol className="flex max-w-3xl flex-col gap-3">
      <Step done={recorded} title="Connect a harness">
        <p>On the machine where your coding agent runs, sign in and install the recording hooks:</p>
        <Command text={`npx tack login --server ${window.location.origin}`} />
        <Command text="npx tack doctor" />
      </Step>
      <Step done={hasItems} title="Submit or scan components">
        <p>List the MCP servers, skills and hooks that are already installed on that machine, and register them:</p>
        <Command text="npx tack scan" />
        <p className="flex flex-wrap items-center gap-2">
          Or create your own with a form:
          <ButtonLink size="small" to="/registry/submit">
            Submit
          </ButtonLink>
        </p>
        <p className="text-sm text-muted">Or explore with demo data first: npx tack demo</p>
      </Step>
      <Step done={recorded} title="See a session">
        <p>
          Use your agent as usual. Its sessions appear here in real time. To send sessions that the hooks missed, run:
        </p>
        <Command text="npx tack reconcile" />
      </Step>
    </ol>
  );
}

interface StepProps {
  readonly done: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ done, title, children }: StepProps) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li>
      <Card className="flex gap-3">
        <Icon size={20} aria-hidden="true" className={classes("mt-0.5 shrink-0", done ? "text-good" : "text-muted")} />
        <div className="flex min-w-0 grow flex-col gap-2">
          <h2>
            {title}
            {/* Space is reserved, so that nothing moves when the response arrives. */}
            <span className={classes("ml-2 text-sm font-normal text-good", !done && "invisible")}>done</span>
          </h2>
          {children}
        </div>
      </Card>
    </li>
  );
}
