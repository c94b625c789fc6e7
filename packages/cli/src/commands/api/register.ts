import { Argument, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";
import { repeatable } from "../../repeatable.js";

export function registerApi(program: Command, does: Does): void {
  program
    .command("api")
    .description("Call an API endpoint with your credentials")
    .addArgument(new Argument("<method>", "GET, POST, PUT, PATCH or DELETE (default: GET, or POST with a body)"))
    .argument("[path]", "path starting with /api/v1/")
    .usage("[options] [method] <path>")
    .option("--param <key=value>", "query parameter (repeatable)", repeatable)
    .option("-f, --from-file <file>", "read the JSON body from a file (default: standard input)")
    .addHelpText(
      "after",
      examples(
        "tack api /api/v1/mcps --param limit=5",
        "tack api GET /api/v1/mcps --param search=tickets --param limit=5",
        "tack api POST api/v1/mcps --from-file server.json",
        'echo \'{"harness":"codex"}\' | tack api POST /api/v1/mcps/tickets/install',
      ),
    )
    .action(does(async () => (await import("./call-api.js")).callApi));
}
