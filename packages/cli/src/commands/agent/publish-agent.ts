import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../api/client.js";
import { consent } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone } from "../../output.js";
import { tellUnsent } from "../registry/submit-item.js";
import { readAgentBody, type AgentBody } from "./build-agent.js";

interface PublishOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** `tack agent publish` */
export async function publishAgent(cli: Cli, { yes, dryRun }: PublishOptions): Promise<void> {
  const api = openApi(cli);
  const body = await readAgentBody(cli, api);
  const mine = await findMine(api, body.name);
  if (dryRun) return tellUnsent(cli, `Would submit the agent ${body.name} ${body.version}`, body);
  await consent(cli, `Submit ${body.name} ${body.version} for review on ${api.server}?`, yes);
  if (mine) return release(cli, api, mine, body);
  const agent = await api.call("agents.submitItem", { body: withOwnList(body) });
  printDone(cli, `${agent.qualified_name} ${agent.version} is waiting for review.`, agent);
}

/** `tack agent release` */
export async function releaseAgent(cli: Cli, { yes, dryRun }: PublishOptions): Promise<void> {
  const api = openApi(cli);
  const body = await readAgentBody(cli, api);
  const mine = await findMine(api, body.name);
  if (!mine) {
    throw new CliError("not_found", `You have not published an agent named ${body.name} yet.`, {
      remediation: "Publish it: tack agent publish",
    });
  }
  if (dryRun) return tellUnsent(cli, `Would submit the agent ${body.name} ${body.version}`, body);
  await consent(cli, `Submit ${body.name} ${body.version} for review on ${api.server}?`, yes);
  await release(cli, api, mine, body);
}

type MyAgent = ReplyOf<"agents.listMyItems">[number];

async function findMine(api: Api, name: string): Promise<MyAgent | undefined> {
  const { items } = await api.list("agents.listMyItems", { query: { limit: 200 } });
  return items.find((agent) => agent.name === name);
}

const withOwnList = (body: AgentBody) => ({ ...body, components: [...body.components] });

async function release(cli: Cli, api: Api, mine: MyAgent, body: AgentBody): Promise<void> {
  if (mine.version === body.version && mine.status === "approved") {
    throw new CliError(
      "conflict",
      `${mine.qualified_name} ${mine.version} is already published, and published versions cannot be changed.`,
      {
        remediation: "Increase the version in agent.yaml.",
      },
    );
  }
  const { name: _name, ...version } = withOwnList(body);
  const released = await api.call("agents.releaseVersion", { params: { id: mine.id }, body: version });
  printDone(cli, `${mine.qualified_name} ${released.version} is waiting for review.`, released);
}
