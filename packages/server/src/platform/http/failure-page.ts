import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { logFailure, refusalOf, sendProblem } from "./problems.js";

/** What has failed when someone sees a page. */
export type FailedAct = "sign-in" | "sign-out";

/** Where the page of a failure leads back to. */
export type BackLink = (failure: {
  readonly act: FailedAct;
  readonly code: string;
  readonly requestId: string;
}) => string;

type AnswerFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** For endpoints that people are redirected to: a page for those who accept HTML, a problem for everyone else. */
export function createFailurePages(act: FailedAct, backLink: BackLink): AnswerFailure {
  return (error, request, reply) => {
    const refusal = refusalOf(error);
    logFailure(request, error, refusal);
    if (!/\btext\/html\b/i.test(request.headers.accept ?? "")) return sendProblem(request, reply, refusal);
    if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds));
    const back = backLink({ act, code: refusal.code, requestId: request.id });
    return reply
      .code(refusal.status)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(pageOf({ act, reason: refusal.message, requestId: request.id, back }));
  };
}

const WORDS = {
  "sign-in": { title: "Sign-in failed", backLabel: "Back to sign-in" },
  "sign-out": { title: "Sign-out failed", backLabel: "Back to the web app" },
} as const satisfies Readonly<Record<FailedAct, object>>;

interface FailurePage {
  readonly act: FailedAct;
  readonly reason: string;
  readonly requestId: string;
  readonly back: string;
}

const pageOf = ({ act, reason, requestId, back }: FailurePage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${WORDS[act].title}</title>
<link rel="stylesheet" href="/failure-page.css">
</head>
<body>
<main>
<h1>${WORDS[act].title}</h1>
<p class="reason">${escaped(reason)}</p>
<p class="reference">Reference: <code>${escaped(requestId)}</code></p>
<p><a href="${escaped(back)}">${WORDS[act].backLabel}</a></p>
</main>
</body>
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
