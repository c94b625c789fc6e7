import type { IncomingHttpHeaders } from "node:http";
import { fullPath, None, Problem, roleSuffices, type Access, type EndpointShape, type Role } from "@tackroom/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { ServiceError } from "../service-error.js";

/** Who is asking, as far as the edge needs to know. */
export interface Caller {
  readonly userId: string;
  readonly role: Role;
}

/** Finds the caller by the request's credentials; null when it has none. Bad ones are thrown as `unauthenticated`. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | null>;

type CallerFor<A extends Access> = A extends "anyone" ? null : A extends "optional" ? Caller | null : Caller;

export interface Input<E extends EndpointShape> {
  readonly params: Static<E["params"]>;
  readonly query: Static<E["query"]>;
  readonly body: Static<E["body"]>;
}

/** An answer that is more than a body with the endpoint's usual status. */
export class Answer<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, options: { status?: number; headers?: Readonly<Record<string, string>> } = {}) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/** What a few endpoints must know about the request besides its input. */
export interface RequestFacts {
  /** The other end of the connection itself, whatever a proxy says of whom it speaks for. */
  readonly peer: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export type Handler<E extends EndpointShape> = (
  input: Input<E>,
  caller: CallerFor<E["access"]>,
  facts: RequestFacts,
) => Promise<Static<E["reply"]>> | Promise<Answer<Static<E["reply"]>>>;

export interface MountOptions {
  readonly authenticate: Authenticate;
  /** Why nothing can be written now (a full disk), or null. */
  readonly refusal: () => string | null;
}

export type Mount = <E extends EndpointShape>(endpoint: E, handler: Handler<E>) => void;

/** Turns endpoint values into routes; nothing about a route is said anywhere but in its value. */
export function createMount(app: FastifyInstance, { authenticate, refusal }: MountOptions): Mount {
  app.addSchema(Problem);
  const callers = new WeakMap<FastifyRequest, Caller | null>();
  const named = new Set<string>();
  /** Schemas with an `$id` become components of the OpenAPI document instead of being repeated in it. */
  const asComponent = (schema: TSchema): object => {
    const { $id } = schema as { $id?: string };
    if ($id === undefined) return schema;
    if (!named.has($id)) app.addSchema(schema);
    named.add($id);
    return { $ref: `${$id}#` };
  };

  return (endpoint, handler) => {
    const reply = asComponent(endpoint.reply);
    const writes = endpoint.method !== "GET" && !endpoint.readsOnly;
    const paths = [fullPath(endpoint), ...(endpoint.aliases ?? [])];
    for (const [index, url] of paths.entries()) {
      app.route({
        method: endpoint.method,
        url,
        schema: { ...routeSchema(endpoint, reply), hide: index > 0 },
        // Before the body is read: a stranger learns nothing of what it should look like, and sends none for nothing.
        onRequest: async (request) => {
          if (endpoint.jsonOnly) requireJson(request);
          callers.set(request, await admit(endpoint.access, request, authenticate));
          const refused = writes ? refusal() : null;
          if (refused) throw new ServiceError("unavailable", refused, { retryAfterSeconds: 5 });
        },
        // No body is an empty one: whether that will do is for the schema to say.
        preValidation: async (request) => void (request.body ??= endpoint.body === None ? undefined : {}),
        handler: async (request, response) => {
          const { params, query, body, headers } = request;
          const facts = { peer: request.socket.remoteAddress, headers };
          // Validation and `admit` have just made sure of what the types say.
          const checked = [{ params, query, body }, callers.get(request), facts] as unknown as Parameters<
            typeof handler
          >;
          const result: unknown = await handler(...checked);
          const answer = result instanceof Answer ? result : new Answer(result);
          return response
            .code(answer.status ?? endpoint.status ?? 200)
            .headers(answer.headers)
            .send(answer.body);
        },
      });
    }
  };
}

function requireJson({ headers }: FastifyRequest): void {
  if (/^application\/json\b/i.test(headers["content-type"] ?? "")) return;
  throw new ServiceError("unsupported_media_type", "Send Content-Type: application/json, also with an empty body.");
}

async function admit(access: Access, request: FastifyRequest, authenticate: Authenticate): Promise<Caller | null> {
  if (access === "anyone") return null;
  const caller = await authenticate(request);
  if (access === "optional") return caller;
  if (!caller) {
    throw new ServiceError("unauthenticated", "Sign in first: send Authorization: Bearer <token> or X-API-Key: <key>.");
  }
  if (!roleSuffices(caller.role, access)) {
    throw new ServiceError("forbidden", `This needs the role ${access}; yours is ${caller.role}.`);
  }
  return caller;
}

const CREDENTIALS = [{ bearer: [] }, { apiKey: [] }];

/** How OpenAPI says who may call: an empty requirement means that none is needed. */
const SECURITY = { anyone: [], optional: [{}, ...CREDENTIALS], "signed in": CREDENTIALS };

function routeSchema(endpoint: EndpointShape, reply: object): Record<string, unknown> {
  const { params, query, body } = endpoint;
  const statuses = [endpoint.status ?? 200, ...(endpoint.alsoRepliesWith ?? [])];
  return {
    summary: endpoint.summary,
    tags: [endpoint.module],
    security: SECURITY[endpoint.access === "anyone" || endpoint.access === "optional" ? endpoint.access : "signed in"],
    ...given("params", params),
    ...given("querystring", query),
    ...given("body", body),
    response: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { description: endpoint.summary, content: { "application/json": { schema: reply } } },
        ]),
      ),
      default: {
        description: `A problem: ${["any code of the error catalogue", ...endpoint.errors].join(", ")}`,
        content: { "application/problem+json": { schema: { $ref: "Problem#" } } },
      },
    },
  };
}

function given(part: string, schema: TSchema): Record<string, TSchema> {
  return schema === None ? {} : { [part]: schema };
}
