import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { reloadIfReachable } from "../api/load-code.js";
import { ApiProblem } from "../api/problem.js";
import { Button, ButtonLink } from "../ui/actions/button.js";
import { EmptyState } from "../ui/layout/empty-state.js";
import { ErrorBox } from "../ui/feedback/error-box.js";
import { Page, useTitle } from "../ui/layout/page.js";

/** Shown for a URL that does not exist or is not visible to the user. */
export function NotFound() {
  useTitle("Not found");
  return (
    <div className="mx-auto max-w-xl p-6">
      <h1 className="sr-only">Not found</h1>
      <EmptyState icon={Compass} title="Page not found" action={<ButtonLink to="/">Go to the start page</ButtonLink>}>
        The URL may be wrong, or the page may have been deleted or may not be visible to you.
      </EmptyState>
    </div>
  );
}

/** A page whose code cannot be loaded, or that failed because of a bug. */
export function PageFailure({ error }: ErrorComponentProps) {
  if (error instanceof ApiProblem) {
    return (
      <Page title="This page could not be loaded">
        <ErrorBox problem={error} onRetry={() => void reloadIfReachable()} />
      </Page>
    );
  }
  const what = error instanceof Error ? error.message : String(error);
  return (
    <Page
      title="Something went wrong"
      intro="This page failed because of a bug in Tackroom. Your data on the server is not affected."
    >
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm">{what}</pre>
      <div className="flex items-center gap-3">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        <Link to="/" className="text-accent underline">
          Go to the start page
        </Link>
      </div>
    </Page>
  );
}
