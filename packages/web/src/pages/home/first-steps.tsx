import { CircleCheck, Circle } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "../../ui/actions/button.js";
import { Card } from "../../ui/layout/card.js";
import { Command } from "../../ui/text/code-block.js";
import { classes } from "../../ui/theme/classes.js";
import { installTack } from "../../ui/text/tack-command.js";

interface FirstStepsProps {
  readonly recorded: boolean;
  readonly hasItems: boolean;
  readonly onHide: () => void;
}

/** The first steps on a new server; a completed one is a line. */
export function FirstSteps({ recorded, hasItems, onHide }: FirstStepsProps) {
  return (
    <section aria-label="First steps" className="flex max-w-3xl flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">Three steps to share components with your agents and to see their sessions.</p>
        <Button variant="quiet" size="small" onClick={onHide}>
          Hide these steps
        </Button>
      </div>
      <ol className="flex flex-col gap-3">
        <Step done={recorded} title="Connect a harness">
          <p>
            On the machine where your coding agent runs, install tack (Node.js 20.19 or newer), sign in, and install the
            recording hooks:
          </p>
          <Command text={installTack()} />
          <Command text={`tack login --server ${window.location.origin}`} />
          <Command text="tack doctor" />
        </Step>
        <Step done={hasItems} title="Submit or scan components">
          <p>List the MCP servers, skills and hooks that are already installed on that machine, and register them:</p>
          <Command text="tack scan" />
          <p className="flex flex-wrap items-center gap-2">
            Or create your own with a form:
            <ButtonLink size="small" to="/registry/submit">
              Submit
            </ButtonLink>
          </p>
          <p className="text-sm text-muted">Or explore with demo data first: tack demo</p>
        </Step>
        <Step done={recorded} title="See a session">
          <p>
            Use your agent as usual. Its sessions appear here in real time. To send sessions that the hooks missed, run:
          </p>
          <Command text="tack reconcile" />
        </Step>
      </ol>
    </section>
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
            {done && <span className="ml-2 text-sm font-normal text-good">done</span>}
          </h2>
          {!done && children}
        </div>
      </Card>
    </li>
  );
}
