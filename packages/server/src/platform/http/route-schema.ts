import { None, type EndpointShape } from "@tackroom/contract";
import { Type, type TSchema } from "typebox";

const CREDENTIALS = [{ bearer: [] }, { apiKey: [] }];

/** How OpenAPI says who may call: an empty requirement means that none is needed. */
const SECURITY = { anyone: [], optional: [{}, ...CREDENTIALS], "signed in": CREDENTIALS };

/** Fastify's schema of a route, from which it validates, serialises and describes it. */
export function routeSchema(endpoint: EndpointShape, reply: object): Record<string, unknown> {
  const { params, query, body } = endpoint;
  const statuses = [endpoint.status ?? 200, ...(endpoint.alsoRepliesWith ?? [])];
  return {
    summary: endpoint.summary,
    tags: [endpoint.module],
    security: SECURITY[endpoint.access === "anyone" || endpoint.access === "optional" ? endpoint.access : "signed in"],
    ...(endpoint.takesUpload ? { consumes: ["application/json", "multipart/form-data"] } : {}),
    ...given("params", params),
    ...given("querystring", isList(endpoint) ? withoutOthers(query) : query),
    ...given("body", body),
    response: {
      ...Object.fromEntries(statuses.map((status) => [status, replySchema(endpoint, status, reply)])),
      default: {
        description: `A problem: ${["any code of the error catalogue", ...endpoint.errors].join(", ")}`,
        content: { "application/problem+json": { schema: { $ref: "Problem#" } } },
      },
    },
  };
}

function replySchema({ summary, produces }: EndpointShape, status: number, reply: object): object {
  if (status === 204) return { description: summary, type: "null" };
  const types = produces ?? ["application/json"];
  return { description: summary, content: Object.fromEntries(types.map((type) => [type, { schema: reply }])) };
}

/** A filter that is not known would leave more in a list than was asked for, and nobody would see it. */
const isList = ({ method, query, reply, envelope }: EndpointShape): boolean =>
  method === "GET" &&
  (envelope === undefined || envelope === "ard") &&
  (query !== None || (reply as { type?: string }).type === "array");

const withoutOthers = (query: TSchema): TSchema =>
  query === None ? Type.Object({}, { additionalProperties: false }) : { ...query, additionalProperties: false };

function given(part: string, schema: TSchema): Record<string, TSchema> {
  return schema === None ? {} : { [part]: withDefaultsOptional(schema) };
}

/** A member with a default may be left out, and the description should say so. */
function withDefaultsOptional(schema: TSchema): TSchema {
  const { properties, required } = schema as { properties?: Record<string, object>; required?: string[] };
  if (!properties || !required) return schema;
  const needed = required.filter((name) => !("default" in (properties[name] ?? {})));
  return { ...schema, required: needed };
}
