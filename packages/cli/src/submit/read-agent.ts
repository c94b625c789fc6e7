import { basename, dirname, extname } from "node:path";
import { slugOf } from "@tackroom/contract/slug";
import { agentFileMembers, agentModel } from "@tackroom/harness";
import { warn } from "../ask.js";
import type { Cli } from "../cli.js";
import { CliError } from "../errors.js";
import { readDataFile, readMarkdownFile } from "./read-file.js";
import { describedBy } from "./described-by.js";
import { fileIn, notFromGit, type Source } from "./source.js";
import { draftIn, draftsIn, present, textIn, type Draft } from "./submission.js";

const NAMES = ["agent.yaml", "agent.yml", "agent.json", "AGENT.md", "agent.md"];

/** Markdown as in Claude Code, `agent.yaml` as in the registry, or the TOML or JSON of another harness. */
export function readAgent(cli: Cli, source: Source): Draft {
  if (source.kind === "git") throw notFromGit("agent");
  const path = fileIn(source, NAMES, "agent");
  const { members, body } = path.endsWith(".md") ? readMarkdownFile(path) : { members: readDataFile(path) };
  const stem = basename(path, extname(path)).replace(/\.(?:agent|chatmode)$/, "");
  const prompt = body?.trim() ?? textIn(members, "prompt", "developer_instructions", "instructions");
  const components = draftsIn(members, "components").map(componentOf);
  if (!prompt && components.length === 0) {
    throw new CliError("validation", `${basename(path)} has no prompt.`, {
      resource: path,
      remediation: "Write the instructions for the agent below the front matter, or as `prompt`.",
    });
  }
  const { entry, leftOut, refusal } = agentFileMembers(members);
  if (refusal !== undefined) {
    throw new CliError("validation", refusal, {
      resource: path,
      remediation: "Replace them with tools or disallowedTools, which every harness gets, or remove them.",
    });
  }
  if (leftOut.length > 0)
    warn(cli, [`Ignored in ${basename(path)}, because the registry does not support it: ${leftOut.join(", ")}`]);
  const name = textIn(members, "name") ?? (/^agent$/i.test(stem) ? basename(dirname(path)) : stem);
  return present({
    ...namesOf(cli, name),
    description: describedBy(cli, path, textIn(members, "description"), prompt),
    version: textIn(members, "version") ?? textIn(draftIn(members, "metadata"), "version"),
    category: textIn(members, "category"),
    // The default of harnesses for an agent without a model.
    model_name: agentModel(members) ?? "inherit",
    prompt,
    components: components.length === 0 ? undefined : components,
    ...entry,
    external_mcps: entry["external_mcps"] === undefined ? undefined : draftsIn(entry, "external_mcps").map(serverOf),
    ...keptMembers(members),
  });
}

/** An agent is invoked by its name, which must be a slug. The original name is kept as the display name. */
function namesOf(cli: Cli, given: string): Draft {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(given)) return { name: given };
  const name = slugOf(given);
  warn(cli, [`The agent "${given}" is submitted as ${name}; "${given}" is kept as its display name.`]);
  return { name, display_name: given };
}

const KEPT = [
  "model_config_json",
  "models_by_harness",
  "supported_harnesses",
  "mcp_server_ids",
  "success_criteria",
  "changelog",
];

function keptMembers(members: Draft): Draft {
  return Object.fromEntries(KEPT.map((name) => [name, members[name]]));
}

/** `{type, name, version}` as in a published agent's manifest, or the API's member names. */
function componentOf(component: Draft): Draft {
  return present({
    component_type: textIn(component, "component_type", "type"),
    component_id: textIn(component, "component_id", "name", "id"),
    version: textIn(component, "version"),
    config_override: component["config_override"],
  });
}

/** A published manifest contains only the names of variables; each user provides the values. */
function serverOf(server: Draft): Draft {
  const { env } = server;
  return Array.isArray(env) ? { ...server, env: Object.fromEntries(env.map((name) => [String(name), ""])) } : server;
}
