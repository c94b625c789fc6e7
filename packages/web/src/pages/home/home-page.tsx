import { ButtonLink, Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { Page } from "../../ui/layout/page.js";
import { OfferedItems } from "../registry/transfers/offered-items.js";
import { FirstSteps } from "./first-steps.js";
import { useHiddenSteps } from "./hidden-steps.js";
import { NewItems } from "./new-items.js";
import { OwnSessions } from "./own-sessions.js";
import { TeamActivity } from "./team-activity.js";
import { useHome, type Home } from "./use-home.js";
import { Waiting } from "./waiting.js";
import { Week } from "./week.js";

/** What waits for the user, their week, their teams, and what is new; on a new server, the first steps. */
export function HomePage() {
  const home = useHome();
  const [areStepsHidden, hideSteps] = useHiddenSteps();
  return (
    <Page
      title="Home"
      heading={<h1>Hello, {home.user.name}</h1>}
      actions={
        <>
          {areStepsHidden && !home.isLoading && !(home.recorded && home.hasItems) && (
            <Button onClick={() => hideSteps(false)}>Show the first steps</Button>
          )}
          <ButtonLink variant="primary" to="/registry">
            Open the registry
          </ButtonLink>
        </>
      }
    >
      {home.error && <ErrorBox problem={home.error} onRetry={() => void home.retry()} />}
      {/* Shown together, so that nothing that is being read is pushed down. */}
      {home.isLoading ? (
        <SkeletonRows rows={3} className="h-36" />
      ) : (
        <Answers home={home} showsSteps={!areStepsHidden} onHideSteps={() => hideSteps(true)} />
      )}
    </Page>
  );
}

interface AnswersProps {
  readonly home: Home;
  readonly showsSteps: boolean;
  readonly onHideSteps: () => void;
}

/** Someone who has nothing yet sees the first steps alone; someone who has everything sees them no more. */
function Answers({ home, showsSteps, onHideSteps }: AnswersProps) {
  const { recorded, hasItems } = home;
  return (
    <>
      <OfferedItems transfers={home.offers.data?.items ?? []} />
      {showsSteps && !(recorded && hasItems) && <FirstSteps {...{ recorded, hasItems }} onHide={onHideSteps} />}
      {(recorded || hasItems || !showsSteps) && <Panels home={home} />}
    </>
  );
}

/** A call that failed leaves its panel out; the page says why above. */
function Panels({ home }: { readonly home: Home }) {
  const { user, sessions, items, activity, summary, summaryBefore, cost } = home;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Waiting {...home} />
        {sessions.data && <OwnSessions sessions={sessions.data.items} total={sessions.data.total} userId={user.id} />}
        {items.data && <NewItems items={items.data.items} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {summary.data && cost.data && (
          <Week userId={user.id} summary={summary.data} before={summaryBefore.data} cost={cost.data} />
        )}
        {activity.data && <TeamActivity items={activity.data.items} />}
      </div>
    </div>
  );
}
