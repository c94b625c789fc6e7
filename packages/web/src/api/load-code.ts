import { ApiProblem, unreachable } from "./problem.js";

/**
 * Loads code of the app that a page needs. A failure becomes a problem that says why: for the original error, the router
 * would reload the page, and while the server is down the browser would show its own error page instead.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw (await isReachable()) ? outdated(cause) : unreachable(cause);
  }
}

/** The server responds, but no longer has the file: its name contains a hash of the content. */
function outdated(cause: unknown): ApiProblem {
  const message = "This part of Tackroom could not be loaded. A new version is probably available: reload the page.";
  const problem = new ApiProblem(message, { status: 0, code: "outdated" });
  problem.cause = cause;
  return problem;
}

/** Tries again. Browsers may remember that a file failed, so the page is reloaded, unless the server is still down and the browser would show its own error page. */
export async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) window.location.reload();
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
