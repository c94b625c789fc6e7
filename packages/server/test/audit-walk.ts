import { ROLES, type AuditEvent, type EndpointShape } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import type { NamedEndpoint } from "@tackroom/contract";
import { harmlessUrl, urlsOf } from "./endpoints.js";
import type { Person } from "./people.js";
import type { TestServer } from "./server.js";

/** Someone who calls endpoints to see what the log says of it. */
export interface Walker {
  readonly name: string;
  readonly person: Person | null;
  readonly ip?: string;
}

export interface Walked {
  readonly what: string;
  readonly endpoint: EndpointShape;
  readonly walker: Walker;
  readonly method: string;
  readonly answer: LightMyRequestResponse;
  /** What its record must say beside what the declaration does. */
  readonly about?: Partial<AuditEvent>;
}

/** Bodies where an empty one would do something: these are refused after the caller was let in. */
const BODIES: Readonly<Record<string, object>> = { logout: { refresh_token: 1 } };

/** Calls an endpoint in all its ways, with an input that changes nothing of note. */
export async function walk(server: TestServer, { name, endpoint }: NamedEndpoint, walker: Walker): Promise<Walked[]> {
  const methods = endpoint.method === "GET" ? (["GET", "HEAD"] as const) : [endpoint.method];
  const walked: Walked[] = [];
  for (const method of methods) {
    for (const url of urlsOf(endpoint)) {
      const answer = await server.app.inject({
        method,
        url: harmlessUrl(url),
        remoteAddress: walker.ip ?? "127.0.0.1",
        headers: {
          host: "localhost:8000",
          ...(walker.person ? { authorization: `Bearer ${walker.person.token}` } : {}),
        },
        ...(endpoint.method === "GET" ? {} : { payload: BODIES[name] ?? {} }),
      });
      walked.push({ what: `${method} ${url} by ${walker.name}`, endpoint, walker, method, answer });
    }
  }
  return walked;
}

/** By what refusals are counted; undefined for a call that was not refused. */
export function refusalKey({ endpoint, walker, method, answer }: Walked): string | undefined {
  if (answer.statusCode < 400) return undefined;
  // An endpoint for anyone does not look at credentials.
  const who = (endpoint.access === "anyone" ? undefined : walker.person?.user.id) ?? walker.ip;
  return JSON.stringify([who, method === "HEAD" ? "GET" : method, endpoint.path, answer.statusCode]);
}

/** What the log should say of a call, derived from what the endpoint declares and how it answered. */
export function expectedRecords(walked: Walked): Partial<AuditEvent>[] {
  const { endpoint, walker, method, about } = walked;
  const { statusCode } = walked.answer;
  const action = recordedAction(walked);
  if (action === undefined) return [];
  // An endpoint for anyone does not look at credentials.
  const actor = endpoint.access === "anyone" ? null : walker.person;
  return [
    {
      action,
      http_method: method,
      status_code: statusCode,
      outcome: outcomeOf(statusCode),
      actor_id: actor?.user.id ?? null,
      actor_email: actor?.user.email ?? null,
      sensitivity: endpoint.audited ? endpoint.audited.sensitivity : "medium",
      ...about,
    },
  ];
}

function recordedAction({ endpoint: { audited }, walker: { person }, answer, about }: Walked): string | undefined {
  const status = answer.statusCode;
  const isStaff = person !== null && ROLES.indexOf(person.user.role) >= ROLES.indexOf("reviewer");
  if (!audited) return status === 403 ? "access.denied" : undefined;
  const isRecorded = {
    all: true,
    by_reviewers: isStaff || status === 403,
    refused: status >= 400,
    when_described: about !== undefined || status === 403,
  }[audited.calls];
  return isRecorded ? audited.action : undefined;
}

function outcomeOf(status: number): AuditEvent["outcome"] {
  if (status < 400) return "success";
  if (status === 404) return "not_found";
  return status === 401 || status === 403 ? "denied" : "client_error";
}
