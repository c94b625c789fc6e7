import { openApi } from "../../api/client.js";
import { say, type Cli } from "../../cli.js";
import { usageError } from "../../errors.js";
import { printJson } from "../../output.js";

/** `tack registry prompt render` */
export async function renderPrompt(
  cli: Cli,
  item: string,
  options: { readonly var?: readonly string[] },
): Promise<void> {
  const variables = Object.fromEntries((options.var ?? []).map(readVariable));
  const reply = await openApi(cli).call("renderPrompt", { params: { id: item }, body: { variables } });
  if (cli.flags.output === "json") printJson(cli, reply);
  else say(cli, reply.rendered);
}

function readVariable(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw usageError(`Invalid --var "${text}".`, "Expected NAME=VALUE, such as --var topic=indexes");
  return [text.slice(0, at), text.slice(at + 1)];
}
