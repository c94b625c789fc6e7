import { schemaProblems, type JsonSchema } from "@tackroom/contract/schema-problems";
import type { ItemType } from "../../../api/kinds.js";
import type { FieldProblem } from "../../../api/problem.js";
import type { FieldView } from "../submit/field-view.js";
import type { Payload } from "../submit/form-values.js";
import { releasedAs, schemaOf } from "../submit/schemas.js";

export interface Changes {
  readonly body: Payload;
  readonly problems: readonly FieldProblem[];
}

interface Edited {
  readonly fields: readonly FieldView[];
  readonly before: Payload;
  readonly after: Payload;
}

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/**
 * The changed members of a payload. Omitted members keep their value, so cleared fields are sent as the emptiest value that
 * the schema allows; if there is none, the field shows an error.
 */
function changedMembers({ fields, before, after }: Edited, schemaOfMember: (name: string) => JsonSchema): Changes {
  const body: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!differs(before[name], after[name])) continue;
    if (after[name] !== undefined) body[name] = after[name];
    else if (!isReplaced(fields, name, after)) {
      const empty = emptyValue(schemaOfMember(name));
      if (empty === undefined) problems.push({ path: name, message: CANNOT_BE_EMPTIED });
      else body[name] = empty;
    }
  }
  return { body, problems };
}

const CANNOT_BE_EMPTIED = "This field can be changed, but not cleared.";

const isReplaced = (fields: readonly FieldView[], name: string, after: Payload): boolean => {
  const other = fields.find((field) => field.name === name)?.givesWayTo;
  return other !== undefined && after[other] !== undefined;
};

const emptyValue = (schema: JsonSchema): unknown =>
  ["", [], {}].find((value) => schemaProblems(schema, value).length === 0);

/** The body of `PUT /{type}/{id}/draft`. */
export function draftChanges(type: ItemType, edited: Edited): Changes {
  const { properties = {} } = schemaOf(type, "updateDraft");
  return changedMembers(edited, (name) => properties[name] ?? {});
}

/**
 * The body of `POST /{type}/{id}/versions`: the common members, and the changed kind-specific ones in `extra`. An agent has
 * all members at the top level.
 */
export function releaseBody(type: ItemType, edited: Edited): Changes {
  const { properties = {}, required = [] } = schemaOf(type, "releaseVersion");
  const extras = properties["extra"]?.properties ?? {};
  const { body, problems } = changedMembers(edited, (name) => properties[name] ?? extras[releasedAs(type, name)] ?? {});
  const shared = Object.entries(body).filter(([name]) => name in properties);
  const own = Object.entries(body).filter(([name]) => !(name in properties));
  return {
    body: {
      // Required even if unchanged.
      ...pick(edited.after, required),
      ...Object.fromEntries(shared),
      ...(own.length > 0 && { extra: Object.fromEntries(own.map(([name, value]) => [releasedAs(type, name), value])) }),
    },
    problems,
  };
}

const pick = (payload: Payload, names: readonly string[]): Payload =>
  Object.fromEntries(names.flatMap((name) => (payload[name] === undefined ? [] : [[name, payload[name]]])));

/** The next free version: increments the patch number, and turns a pre-release into its release. */
export function suggestVersion(current: string, taken: readonly string[]): string {
  const [, major = "0", minor = "0", patch = "0", pre] = /^(\d+)\.(\d+)\.(\d+)(-.*)?$/.exec(current) ?? [];
  let next = Number(patch) + (pre === undefined ? 1 : 0);
  while (taken.includes(`${major}.${minor}.${next}`)) next += 1;
  return `${major}.${minor}.${next}`;
}
