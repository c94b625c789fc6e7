import type { Analytical } from "../../platform/analytical/index.js";
import { settings } from "./line-store.js";

/** A session as far as its lines are to be counted. */
export interface CountedSession {
  readonly session: string;
  readonly highest_line: number;
}

export interface CallCount {
  readonly session: string;
  readonly calls: number;
  /** Calls with the tool and the input of an earlier call. */
  readonly repeats: number;
}

/** How often agents repeat themselves, from the lines of their sessions. */
export interface RepeatCountStore {
  /** Of some sessions at once; those without calls are left out. */
  countRepeats(sessions: readonly CountedSession[]): Promise<CallCount[]>;
}

// Lines with calls are found by narrow columns; of the wide ones, only theirs are read. A call is an element of `shown`,
// and `tool_input` the place of its text, counted from 0: "=" sets an empty input apart from none.
const COUNT = `SELECT session, sum(length(keys)) AS calls, calls - uniqExactArray(keys) AS repeats FROM (
    SELECT session, arrayMap(call -> sipHash128(JSONExtractRaw(call, 'tool_name'),
        if(JSONType(call, 'tool_input') = 'Null', '', concat('=', texts[JSONExtractUInt(call, 'tool_input') + 1]))),
      arrayFilter(event -> JSONExtractString(event, 'kind') = 'tool_call', JSONExtractArrayRaw(shown))) AS keys
    FROM session_line WHERE session IN {sessions:Array(UUID)} AND (session, line, revision) IN (
      SELECT session, line, revision FROM (
        SELECT session, line, revision, live, tool_calls FROM session_line
        WHERE session IN {sessions:Array(UUID)}
          AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)]
        ORDER BY session, line, revision DESC LIMIT 1 BY session, line
      ) WHERE live AND tool_calls > 0
    ) LIMIT 1 BY session, line
  ) GROUP BY session ${settings("count-repeats")}`;

export function createRepeatCountStore({ query }: Analytical): RepeatCountStore {
  return {
    async countRepeats(sessions) {
      if (sessions.length === 0) return [];
      return query<CallCount>(COUNT, {
        sessions: sessions.map(({ session }) => session),
        ends: sessions.map(({ highest_line }) => highest_line),
      });
    },
  };
}
