import type { CanaryBehavior, CanaryType, InjectionPoint } from "@tackroom/contract";
import { openApi, type Api } from "../../api/client.js";
import { consent } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { callOf } from "../../kinds.js";
import { printDone, printJson, printList, printThing } from "../../output.js";
import { readPage, type PageOptions } from "../paging.js";
import { isUuid } from "../people.js";

/** An ID is used as it is: the reports of a deleted agent are kept. */
const agentId = async (api: Api, agent: string): Promise<string> =>
  isUuid(agent) ? agent : (await api.call(callOf("agent", "getItem"), { params: { id: agent } })).id;

/** `tack admin canaries list` */
export async function listCanaries(cli: Cli, agent: string): Promise<void> {
  const api = openApi(cli);
  const items = await api.call("listCanaries", { params: { agent_id: await agentId(api, agent) } });
  printList(
    cli,
    { items, total: items.length },
    [
      { title: "ID", of: ({ id }) => id },
      { title: "TYPE", of: ({ canary_type }) => canary_type },
      { title: "PLANTED IN", of: ({ injection_point }) => injection_point },
      // No more columns: the ID, which delete takes, must fit.
      { title: "VALUE", of: ({ canary_value }) => canary_value },
    ],
    `No canaries. Create one: tack admin canaries create ${agent} --type entity --point prompt`,
  );
}

interface CreateOptions {
  readonly type: CanaryType;
  readonly point: InjectionPoint;
  readonly value?: string;
  readonly expect?: CanaryBehavior;
}

/** `tack admin canaries create` */
export async function createCanary(cli: Cli, agent: string, options: CreateOptions): Promise<void> {
  const api = openApi(cli);
  const canary = await api.call("createCanary", {
    body: {
      agent_id: await agentId(api, agent),
      canary_type: options.type,
      injection_point: options.point,
      ...(options.value === undefined ? {} : { canary_value: options.value }),
      ...(options.expect === undefined ? {} : { expected_behavior: options.expect }),
    },
  });
  if (cli.flags.output === "json") return printJson(cli, canary);
  const { id, canary_type, injection_point, canary_value, expected_behavior } = canary;
  printThing(cli, {
    id,
    type: canary_type,
    "planted in": injection_point,
    value: canary_value,
    expected: expected_behavior,
  });
  const isInstalled = options.point === "prompt" || options.point === "skill";
  note(cli, isInstalled ? "It is installed with the agent from now on." : "Plant the value yourself.");
}

/** `tack admin canaries delete` */
export async function deleteCanary(cli: Cli, id: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  await consent(cli, `Delete the canary ${id}? Its reports are kept.`, yes);
  await openApi(cli).call("deleteCanary", { params: { id } });
  printDone(cli, `Deleted the canary ${id}.`, { deleted: id });
}

/** `tack admin canaries reports` */
export async function canaryReports(cli: Cli, agent: string, options: PageOptions): Promise<void> {
  const page = readPage(options);
  const api = openApi(cli);
  const found = await api.list("listCanaryReports", {
    params: { agent_id: await agentId(api, agent) },
    query: page,
  });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "DETECTED", of: ({ detected_at }) => detected_at },
      { title: "SESSION", of: ({ session_id }) => session_id },
      { title: "LINE", of: ({ line }) => line },
      { title: "BEHAVIOR", of: ({ agent_behavior }) => agent_behavior },
      { title: "PENALTY", of: ({ penalty_applied }) => penalty_applied },
      { title: "VALUE", of: ({ canary_value }) => canary_value },
      { title: "EVIDENCE", of: ({ evidence }) => evidence },
    ],
    "No reports yet. Each session of the agent adds one per canary.",
  );
}
