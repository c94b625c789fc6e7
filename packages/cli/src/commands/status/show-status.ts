import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import { notTackroom } from "../../api/failures.js";
import { sendHttp } from "../../api/transport.js";
import { asCalled } from "../../called-as.js";
import { say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printJson } from "../../output.js";

export type Health = ReplyOf<"getHealth">;

const ANSWER_LIMIT_MS = 5000;

/** Unlike other calls, this one also reads the response of an unhealthy server. */
export async function readHealth(server: string): Promise<Health> {
  const url = new URL(`${server}/api/v1/health`);
  const answer = await sendHttp({ method: "GET", url, headers: {}, timeoutMs: ANSWER_LIMIT_MS });
  try {
    const value: unknown = JSON.parse(answer.text);
    if (typeof value === "object" && value !== null && "status" in value && "database" in value) return value as Health;
  } catch {
    // Reported below: this is not a Tackroom response.
  }
  throw notTackroom(answer, server);
}

/** `tack status` */
export async function showStatus(cli: Cli): Promise<void> {
  const { server } = openApi(cli, { anonymous: true });
  const health = await readHealth(server);
  if (cli.flags.output === "json") printJson(cli, { server, ...health });
  else say(cli, asCalled(cli, describeHealth(server, health)));
  if (health.status === "unhealthy") {
    throw new CliError("unavailable", "The server is not healthy.", { remediation: "See its log for details." });
  }
}

export function describeHealth(server: string, health: Health): string {
  return [
    `${server} is ${health.status} (Tackroom ${health.version})`,
    `  database   ${health.database}`,
    `  analytics  ${health.analytics}`,
    `  bus        ${health.bus.replace("_", " ")}`,
    ...(health.storage === "read_only"
      ? ["  storage    read only: free up space on the server's disk, or make it writable"]
      : []),
    ...(health.initialized ? [] : ["  no admin account yet; create it with: tack login"]),
  ].join("\n");
}
