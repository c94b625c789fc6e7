import { Outlet } from "@tanstack/react-router";
import { useLikelySession } from "../api/session.js";
import { ErrorBox } from "../ui/feedback/error-box.js";
import { NotFound } from "./failures.js";
import { Frame } from "./frame.js";
import { SessionNotice } from "./session-notice.js";
import { ToLogin } from "./to-login.js";

/** The frame of all pages that require sign-in. Other visitors are redirected to the sign-in page and back. */
export function Shell() {
  const session = useLikelySession();
  if (session.error) {
    return (
      <main className="mx-auto max-w-xl p-6">
        <ErrorBox problem={session.error} onRetry={() => void session.refetch()} />
      </main>
    );
  }
  if (session.data === undefined) return <main aria-busy="true" aria-label="Loading" />;
  if (session.data === null) return <ToLogin />;
  return (
    <Frame>
      <Outlet />
      <SessionNotice />
    </Frame>
  );
}

/** An unknown URL; signed-in users still see the navigation. */
export function NoSuchPage() {
  const { data: user } = useLikelySession();
  return user ? (
    <Frame>
      <NotFound />
    </Frame>
  ) : (
    <main>
      <NotFound />
    </main>
  );
}
