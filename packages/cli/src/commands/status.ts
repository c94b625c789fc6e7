import { fullPath, getHealth, type HealthReport } from "@tackroom/contract";
import { Command } from "commander";

const ANSWER_LIMIT_MS = 5000;

/** The contract's exit code for a server that cannot be reached or is not well. */
const UNAVAILABLE = 9;

export function statusCommand(): Command {
  return new Command("status")
    .description("Show whether the server and its stores are well")
    .option("--server <url>", "address of the server", process.env["TACK_SERVER_URL"] ?? "http://localhost:8000")
    .action(async ({ server }: { server: string }) => {
      try {
        const report = await askHealth(server);
        console.log(describeHealth(server, report));
        if (report.status === "unhealthy") process.exitCode = UNAVAILABLE;
      } catch (error) {
        console.error(`tack: ${server} does not answer (${reasonOf(error)}). Is it running? Start it with: npm start`);
        process.exitCode = UNAVAILABLE;
      }
    });
}

async function askHealth(server: string): Promise<HealthReport> {
  const answer = await fetch(new URL(fullPath(getHealth), server), { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  if (answer.status !== 200 && answer.status !== 503) throw new Error(`HTTP ${answer.status}`);
  return (await answer.json()) as HealthReport;
}

export function describeHealth(server: string, report: HealthReport): string {
  return [
    `${server} is ${report.status} (Tackroom ${report.version})`,
    `  database   ${report.database}`,
    `  analytics  ${report.analytics}`,
    `  bus        ${report.bus.replace("_", " ")}`,
    ...(report.initialized ? [] : ["  no admin yet"]),
  ].join("\n");
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}
