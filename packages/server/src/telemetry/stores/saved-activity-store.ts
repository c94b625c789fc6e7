import { sql, type RawBuilder } from "kysely";
import { relationalJson } from "../../platform/json-text.js";
import type { Activity, ActivityChange } from "../core/activity.js";
import type { ToolActivity } from "../core/tool-activity.js";

/** Whose activity changes, and how. */
interface Changed {
  readonly session: { readonly id: string; readonly user_id: string };
  readonly activity: ActivityChange;
}

/** A table of activity: rows of a session that are replaced together, or added to. */
interface ActivityTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly values: readonly string[];
  /** How a value is added to the one that is there. */
  readonly add: (value: string) => RawBuilder<unknown>;
  readonly rowsOf: (activity: ActivityChange) => readonly object[];
}

const added = (table: string, value: string, by = "+"): RawBuilder<unknown> =>
  sql`${sql.ref(value)} = ${sql.ref(`${table}.${value}`)} ${sql.raw(by)} ${sql.ref(`excluded.${value}`)}`;

const MINUTES: ActivityTable = {
  name: "session_activity",
  key: ["session", "minute", "model", "stated", "server"],
  values: [
    "lines",
    "prompts",
    "tool_calls",
    "tool_failures",
    "input",
    "output",
    "cache_read",
    "cache_write",
    "cache_write_1h",
    "latencies",
    "cost_usd",
  ] satisfies (keyof Activity)[],
  add: (value) => added("session_activity", value, value === "latencies" ? "||" : "+"),
  rowsOf: ({ rows }) => rows,
};

const TOOLS: ActivityTable = {
  name: "session_tool_activity",
  key: ["session", "minute", "model", "tool", "error"],
  values: ["server", "calls", "failures"] satisfies (keyof ToolActivity)[],
  // The server follows from the tool.
  add: (value) => (value === "server" ? sql`server = excluded.server` : added("session_tool_activity", value)),
  rowsOf: ({ tools }) => tools,
};

/**
 * The part of the statement that saves sessions which writes their activity: for those in `saved`, and for no others. Of a
 * session that was counted anew, what it no longer has is deleted and the rest replaced; to others it is added.
 */
export function activityOfSaved(changes: readonly Changed[]): RawBuilder<unknown> {
  const whole = changes.filter(({ activity }) => activity.isWhole);
  return sql`${sql.join(
    [MINUTES, TOOLS].flatMap((table) => {
      const parts = changes.filter(({ activity }) => !activity.isWhole && table.rowsOf(activity).length > 0);
      return [
        ...(whole.length === 0 ? [] : [replacedRows(table, whole)]),
        ...(parts.length === 0 ? [] : [addedRows(table, parts)]),
      ];
    }),
    sql``,
  )}`;
}

const list = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));
const columnsOf = ({ key, values }: ActivityTable): RawBuilder<unknown> => list([...key, "user_id", ...values]);

function replacedRows(table: ActivityTable, changes: readonly Changed[]): RawBuilder<unknown> {
  const { name, key, values } = table;
  const [target, columns] = [sql.ref(name), columnsOf(table)];
  const [counted, dropped, replaced] = ["counted", "dropped", "replaced"].map((step) => sql.ref(`${step}_${name}`));
  const isSame = key.map((column) => sql`${counted}.${sql.ref(column)} = ${target}.${sql.ref(column)}`);
  const assignments = values.map((value) => sql`${sql.ref(value)} = excluded.${sql.ref(value)}`);
  return sql`,
    ${counted} AS (${given(table, changes)}),
    ${dropped} AS (
      DELETE FROM ${target} USING saved
      WHERE ${target}.session = saved.id AND saved.id = any(${changes.map(({ session }) => session.id)}::uuid[])
        AND NOT EXISTS (SELECT FROM ${counted} WHERE ${sql.join(isSame, sql` AND `)})
    ),
    ${replaced} AS (
      INSERT INTO ${target} (${columns}) SELECT ${columns} FROM ${counted} WHERE session IN (SELECT id FROM saved)
      ON CONFLICT (${list(key)}) DO UPDATE SET ${sql.join(assignments)}
    )`;
}

function addedRows(table: ActivityTable, changes: readonly Changed[]): RawBuilder<unknown> {
  const { name, key, values, add } = table;
  const columns = columnsOf(table);
  return sql`,
    ${sql.ref(`added_${name}`)} AS (
      INSERT INTO ${sql.ref(name)} (${columns})
      SELECT ${columns} FROM (${given(table, changes)}) AS more WHERE session IN (SELECT id FROM saved)
      ON CONFLICT (${list(key)}) DO UPDATE SET ${sql.join(values.map(add))}
    )`;
}

function given(table: ActivityTable, changes: readonly Changed[]): RawBuilder<unknown> {
  const rows = changes.flatMap(({ session, activity }) =>
    table.rowsOf(activity).map((row) => ({ ...row, session: session.id, user_id: session.user_id })),
  );
  return sql`SELECT ${columnsOf(table)}
    FROM jsonb_populate_recordset(NULL::${sql.ref(table.name)}, ${relationalJson(rows)}::jsonb)`;
}
