import { openApi, type Api } from "../../api/client.js";
import { asCalled } from "../../called-as.js";
import { say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printJson } from "../../output.js";
import { paint } from "../../paint.js";
import { callOf, KINDS, type Kind } from "../../kinds.js";
import { AGENT_FILE, agentFilePath, readAgentFile } from "./agent-file.js";

/** The fields used by this command. The server validates all of them. */
export interface AgentBody {
  readonly name: string;
  readonly version: string;
  readonly model_name: string;
  readonly description: string;
  readonly components: readonly PinnedComponent[];
}

interface PinnedComponent {
  readonly component_type: Exclude<Kind, "agent">;
  readonly component_id: string;
  readonly version?: string;
}

interface Component {
  readonly type: Kind;
  readonly name: string;
  readonly version?: string;
}

/** The file's content as an API request body. Reports all problems at once. */
export async function readAgentBody(cli: Cli, api: Api): Promise<AgentBody> {
  const { components = [], ...fields } = readAgentFile(agentFilePath(cli)).toJS() as Record<string, unknown> & {
    components?: unknown;
  };
  const problems = ["name", "version", "description", "model_name"].flatMap((name) =>
    typeof fields[name] === "string" && fields[name] !== "" ? [] : [`${name}: required`],
  );
  const listed = Array.isArray(components) ? (components as unknown[]) : [];
  if (!Array.isArray(components)) problems.push("components: must be a list");
  const checked = await Promise.all(listed.map((component, at) => checkComponent(api, component, at)));
  problems.push(...checked.flatMap((problem) => (problem === undefined ? [] : [problem])));
  if (problems.length > 0) {
    throw new CliError(
      "validation",
      `${AGENT_FILE} cannot be published:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
      {
        resource: AGENT_FILE,
        remediation: "Fix these, then run: tack agent build",
        detail: problems,
      },
    );
  }
  const pinned = (listed as Component[]).map(({ type, name, version }) => ({
    component_type: type,
    component_id: name,
    ...(version === undefined ? {} : { version }),
  }));
  return { ...fields, components: pinned } as unknown as AgentBody;
}

async function checkComponent(api: Api, component: unknown, at: number): Promise<string | undefined> {
  const { type, name, version } = (component ?? {}) as Partial<Component>;
  const kind = KINDS.find((each) => each === type && each !== "agent");
  if (!kind || typeof name !== "string") return `components[${at}]: type and name are required`;
  try {
    if (version === undefined) await api.call(callOf(kind, "getItem"), { params: { id: name } });
    else await api.call(callOf(kind, "getVersion"), { params: { id: name, v: version } });
    return undefined;
  } catch (error) {
    if (!(error instanceof CliError) || error.category !== "not_found") throw error;
    return `components[${at}]: ${kind} ${name}${version === undefined ? "" : ` ${version}`} not found`;
  }
}

/** `tack agent build` */
export async function buildAgent(cli: Cli): Promise<void> {
  const body = await readAgentBody(cli, openApi(cli));
  if (cli.flags.output === "json") return printJson(cli, body);
  const colors = paint(cli);
  say(
    cli,
    `${colors.green("✓")} ${asCalled(cli, `${body.name} ${body.version} is ready to publish: tack agent publish`)}`,
  );
  for (const { component_type, component_id, version } of body.components) {
    say(cli, `  ${component_type.padEnd(8)} ${component_id} ${colors.dim(version ?? "latest")}`);
  }
}
