import { fullPath, None, Problem, type Access, type EndpointShape, type FieldError } from "@tackroom/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { Answer } from "./answer.js";
import { answerInArdEnvelope } from "./ard-envelope.js";
import type { CallContext, Caller } from "./call.js";
import { createComponents } from "./components.js";
import { refuseNul, requireAcceptedType } from "./content.js";
import { createChallenges, type Challenge } from "./challenge.js";
import { answerInOAuthEnvelope } from "./oauth-envelope.js";
import { createFailurePages, type BackLink } from "./failure-page.js";
import { createGuards, type Guard, type GuardOptions } from "./guard.js";
import { answerInMcpRegistryEnvelope } from "./mcp-registry-envelope.js";
import { answerWithProblem, refusalOf } from "./problems.js";
import { routeSchema } from "./route-schema.js";
import { fieldErrors } from "../service-error.js";
import { readUpload } from "./uploads.js";

type CallerFor<A extends Access> = A extends "anyone" ? null : A extends "optional" ? Caller | null : Caller;

export interface Input<E extends EndpointShape> {
  readonly params: Static<E["params"]>;
  readonly query: Static<E["query"]>;
  readonly body: Static<E["body"]>;
}

export type Handler<E extends EndpointShape> = (
  input: Input<E>,
  context: CallContext<CallerFor<E["access"]>>,
) => Promise<Static<E["reply"]>> | Promise<Answer<Static<E["reply"]>>>;

/** What else is wrong with a body that its schema refuses, so that all of it is told at once. It may be anything. */
export type Explain = (body: Readonly<Record<string, unknown>>) => readonly FieldError[];

export type Mount = <E extends EndpointShape>(endpoint: E, handler: Handler<E>, explain?: Explain) => void;

export interface MountOptions extends GuardOptions {
  readonly backLink: BackLink;
  /** What an MCP client is told that is not let in (`WWW-Authenticate`). */
  readonly challenge: Challenge;
}

/** Turns endpoint values into routes; nothing about a route is said anywhere but in its value. */
export function createMount(app: FastifyInstance, options: MountOptions): Mount {
  app.addSchema(Problem);
  const guardOf = createGuards(options);
  const asComponent = createComponents(app);
  const answers = {
    problem: answerWithProblem,
    ard: answerInArdEnvelope,
    mcp_registry: answerInMcpRegistryEnvelope,
    sign_in_page: createFailurePages("sign-in", options.backLink),
    sign_out_page: createFailurePages("sign-out", options.backLink),
    oauth: answerInOAuthEnvelope,
    mcp: createChallenges(options.challenge),
  };
  return (endpoint, handler, explain) => {
    const schema = routeSchema(endpoint, asComponent(endpoint.reply));
    const answerFailure = answers[endpoint.envelope ?? "problem"];
    const route = routeOf(endpoint, handler, { guard: guardOf(endpoint), explain, answerFailure });
    app.route({ ...route, url: fullPath(endpoint), schema });
    const summary = `Alias of ${endpoint.method} ${fullPath(endpoint)}. ${endpoint.summary}`;
    for (const url of endpoint.aliases ?? []) app.route({ ...route, url, schema: { ...schema, summary } });
  };
}

interface RouteParts {
  readonly guard: Guard;
  readonly explain: Explain | undefined;
  readonly answerFailure: typeof answerWithProblem;
}

function routeOf<E extends EndpointShape>(
  endpoint: E,
  handler: Handler<E>,
  { guard, explain, answerFailure }: RouteParts,
) {
  return {
    method: endpoint.method,
    onRequest: async (request: FastifyRequest) => {
      requireAcceptedType(endpoint, request);
      await guard.arrived(request);
    },
    preValidation: async (request: FastifyRequest) => {
      if (endpoint.takesUpload && request.isMultipart()) request.body = await readUpload(request);
      // No body is an empty one: whether that will do is for the schema to say.
      request.body ??= endpoint.body === None ? undefined : {};
      await guard.parsed(request);
    },
    preHandler: async (request: FastifyRequest) => refuseNul(endpoint, request),
    handler: async (request: FastifyRequest, response: FastifyReply) => {
      const { params, query, body } = request;
      // Validation and the guard have just made sure of what the types say.
      const context = { caller: guard.caller(request), call: guard.call(request) };
      const checked = [{ params, query, body }, context] as unknown as Parameters<typeof handler>;
      const result: unknown = await handler(...checked);
      const answer = result instanceof Answer ? result : new Answer(result);
      const status = answer.status ?? endpoint.status ?? 200;
      await guard.answered(request, status);
      return response.code(status).headers(answer.headers).send(answer.body);
    },
    errorHandler: async (error: FastifyError, request: FastifyRequest, response: FastifyReply) =>
      answerFailure(await guard.failed(request, withMore(error, request, explain)), request, response),
  };
}

/** Only what the schema found is joined: a use case has told everything already. */
function withMore(error: FastifyError, { body }: FastifyRequest, explain: Explain | undefined): FastifyError {
  const found = explain && error.validationContext === "body" ? error : undefined;
  if (!found || typeof body !== "object" || body === null || Array.isArray(body)) return error;
  const errors = (refusalOf(found).extra["errors"] ?? []) as FieldError[];
  const paths = new Set(errors.map(({ path }) => path));
  const others = explain?.({ ...body }).filter(({ path }) => !paths.has(path)) ?? [];
  return others.length === 0 ? error : fieldErrors([...errors, ...others]);
}
