import type { Log } from "../log.js";
import { runSql, type Relational } from "../relational/index.js";

/** Each says when something last ran: pg-boss waits for it to be long ago, which a time in the future never is. */
const LAST_RUNS = {
  version: ["cron_on", "bam_on", "flow_on", "reindex_on"],
  queue: ["monitor_on", "monitor_claim_on", "maintain_on"],
} as const;

/** After a clock that ran ahead was corrected, nothing would be scheduled until the wrong time is reached. */
export async function correctTimes(relational: Relational, log: Log): Promise<void> {
  for (const [table, columns] of Object.entries(LAST_RUNS)) {
    for (const column of columns) {
      const { rows } = await runSql(
        relational,
        `UPDATE jobs.${table} SET ${column} = NULL WHERE ${column} > jobs.job_now() + interval '1 minute' RETURNING 1`,
        [],
      );
      if (rows.length > 0) log.warn({ column }, "the job queue last ran in the future: the clock was wrong then");
    }
  }
  // A waiting one would keep out the next of its queue for as long.
  await runSql(
    relational,
    `UPDATE jobs.job SET start_after = jobs.job_now()
     WHERE state < 'active' AND created_on > jobs.job_now() + interval '1 minute' AND start_after > jobs.job_now()`,
    [],
  );
}
