import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone } from "../../output.js";
import { writeFileAtomically } from "../../write-file.js";
import { AGENT_FILE, agentFilePath, newAgentFile, showAgentFile } from "./agent-file.js";

/** `tack agent init` */
export async function initAgent(
  cli: Cli,
  folder: string | undefined,
  { name, dryRun = false }: { readonly name?: string; readonly dryRun?: boolean },
): Promise<void> {
  const path = agentFilePath(cli, folder);
  if (existsSync(path)) {
    throw new CliError("conflict", `${path} already exists.`, {
      resource: path,
      remediation: "Edit it, or choose another folder.",
    });
  }
  const agent = name ?? slugOf(basename(dirname(path)));
  const content = newAgentFile(agent);
  if (dryRun) return showAgentFile(cli, path, content);
  writeFileAtomically(path, content);
  printDone(cli, `Created ${AGENT_FILE}. Describe in it what the agent ${agent} does, then run: tack agent build`, {
    path,
    name: agent,
  });
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replaceAll(/^[-_]+|[-_]+$/g, "") || "my-agent";
