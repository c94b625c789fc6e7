import type { Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";

export function registerTelemetry(program: Command, does: Does, isTyped: IsTyped): void {
  const telemetry = program.command("telemetry").description("Export everything that was recorded of you");
  if (!isTyped("telemetry")) return;
  telemetry
    .command("export [file]")
    .description("Save your sessions, their lines as they were sent, and your ratings as JSON lines")
    .option("--force", "overwrite the file if it exists")
    .addHelpText("after", examples("tack telemetry export", "tack telemetry export ~/telemetry.jsonl --force"))
    .action(does(async () => (await import("./export-telemetry.js")).exportTelemetry));
}
