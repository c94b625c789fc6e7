/** Where a call goes, for clients, which need paths but not the schemas. */
import type { CallName } from "./calls.js";
import { ENDPOINTS, ITEM_ENDPOINTS } from "./endpoint-table.js";

export interface Route {
  readonly method: string;
  readonly path: string;
}

const GENERAL: Readonly<Record<string, string>> = ENDPOINTS;
const OF_ITEMS: Readonly<Record<string, string>> = ITEM_ENDPOINTS;

/** The route of a call, with its parameters filled in: `skills.getItem` with an `id` of `tidy` is `GET /api/v1/skills/tidy`. */
export function routeOf(name: CallName, params: Readonly<Record<string, string>> = {}): Route {
  const [type = "", operation] = name.split(".");
  const route = operation === undefined ? GENERAL[name] : OF_ITEMS[operation]?.replace("{type}", type);
  const [method, template] = route?.split(" ") ?? [];
  if (!method || !template) throw new Error(`The endpoint table has no ${name}`);
  const path = template.replace(/:([a-z_]+)/gi, (_, key: string) => {
    const value = params[key];
    // An empty segment would address another endpoint.
    if (!value) throw new Error(`${name} requires ${key}`);
    return encodeURIComponent(value);
  });
  return { method, path };
}
