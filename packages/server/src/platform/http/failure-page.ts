import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { logFailure, refusalOf, sendProblem } from "./problems.js";

/** Where the page of a failure leads back to. */
export type BackLink = (failure: { readonly code: string; readonly requestId: string }) => string;

type AnswerFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** For endpoints that people are redirected to: a page for those who accept HTML, a problem for everyone else. */
export function createFailurePages(backLink: BackLink): AnswerFailure {
  return (error, request, reply) => {
    const refusal = refusalOf(error);
    logFailure(request, error, refusal);
    if (!/\btext\/html\b/i.test(request.headers.accept ?? "")) return sendProblem(request, reply, refusal);
    if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds));
    const back = backLink({ code: refusal.code, requestId: request.id });
    return reply
      .code(refusal.status)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(pageOf({ reason: refusal.message, requestId: request.id, back }));
  };
}

interface FailurePage {
  readonly reason: string;
  readonly requestId: string;
  readonly back: string;
}

const pageOf = ({ reason, requestId, back }: FailurePage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in failed</title>
<link rel="stylesheet" href="/failure-page.css">
</head>
<body>
<main>
<h1>Sign-in failed</h1>
<p class="reason">${escaped(reason)}</p>
<p class="reference">Reference: <code>${escaped(requestId)}</code></p>
<p><a href="${escaped(back)}">Back to sign-in</a></p>
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
