import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { ApiProblem } from "../api/problem.js";
import { Button, ButtonLink } from "../ui/actions/button.js";
import { EmptyState } from "../ui/layout/empty-state.js";
import { ErrorBox } from "../ui/feedback/error-box.js";
import { Page, useTitle } from "../ui/layout/page.js";

/** In the place of a page: the address leads nowhere, or to what this person does not see. */
export function NotFound() {
  useTitle("Not found");
  return (
    <div className="mx-auto max-w-xl p-6">
      <h1 className="sr-only">Not found</h1>
      <EmptyState icon={Compass} title="There is no such page" action={<ButtonLink to="/">To the start</ButtonLink>}>
        The address may be mistyped, or the thing it led to is gone or not visible to you.
      </EmptyState>
    </div>
  );
}

/** A page that broke: what the server said where it did, and otherwise that it was us. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  if (error instanceof ApiProblem) {
    return (
      <Page title="Something went wrong">
        <ErrorBox problem={error} onRetry={reset} />
      </Page>
    );
  }
  const what = error instanceof Error ? error.message : String(error);
  return (
    <Page title="This page broke" intro="The fault is ours. Nothing that you did on the server is lost.">
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm">{what}</pre>
      <div className="flex items-center gap-3">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Load it again
        </Button>
        <Link to="/" className="text-accent underline">
          To the start
        </Link>
      </div>
    </Page>
  );
}
