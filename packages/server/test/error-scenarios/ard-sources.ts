import { randomUUID } from "node:crypto";
import { runSql } from "../../src/platform/relational/index.js";
import type { Scenario, Stage } from "./scenario.js";

/** A public address is looked up nowhere, and these calls are refused before it is called. */
const URL_OF = (name: string): string => `https://1.1.1.1/${name}.json`;

const adding = ({ send, admin: { token } }: Stage, url: string): ReturnType<Scenario> =>
  send("POST /admin/ard-sources", { token, body: { url } });

/** With this many sources, for this one request. */
const among =
  (count: number, url: string): Scenario =>
  async (stage) => {
    const { relational } = stage.server.platform;
    await runSql(
      relational,
      "INSERT INTO external_source (id, url) SELECT gen_random_uuid(), $1 || n || '.json' FROM generate_series(1, $2::int) n",
      [URL_OF("").replace(".json", ""), count],
    );
    try {
      return await adding(stage, url);
    } finally {
      await runSql(relational, "DELETE FROM external_source", []);
    }
  };

export const ARD_SOURCE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "listArdSources validation_failed": ({ send, admin: { token } }) => send("GET /admin/ard-sources?limit=0", { token }),
  "addArdSource validation_failed": (stage) => adding(stage, "https://169.254.169.254/latest/meta-data"),
  "addArdSource conflict": among(1, URL_OF("1")),
  "addArdSource invalid_state": among(50, URL_OF("other")),
  "removeArdSource not_found": ({ send, admin: { token } }) =>
    send(`DELETE /admin/ard-sources/${randomUUID()}`, { token }),
};
