import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";

/** Schemas with an `$id` become components of the OpenAPI document instead of being repeated in it. */
export function createComponents(app: FastifyInstance): (schema: TSchema) => object {
  const named = new Set<string>();
  const asComponent = (schema: TSchema): object => {
    const { $id, items } = schema as { $id?: string; items?: TSchema };
    if ($id === undefined) return items ? { ...schema, items: asComponent(items) } : schema;
    if (!named.has($id)) app.addSchema(schema);
    named.add($id);
    return { $ref: `${$id}#` };
  };
  return asComponent;
}
