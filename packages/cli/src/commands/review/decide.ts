import { openApi } from "../../api/client.js";
import { askText } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { printDone } from "../../output.js";

/** `tack review approve` */
export async function approve(cli: Cli, item: string, { category }: { readonly category?: string }): Promise<void> {
  const body = category === undefined ? {} : { category };
  const decided = await openApi(cli).call("approveSubmission", { params: { id: item }, body });
  printDone(cli, `${decided.name} ${decided.version} is approved.`, decided);
}

/** `tack review reject` */
export async function reject(cli: Cli, item: string, options: { readonly reason?: string }): Promise<void> {
  const reason = options.reason ?? (await askText(cli, { flag: "--reason", message: "What should its author mend?" }));
  const decided = await openApi(cli).call("rejectSubmission", { params: { id: item }, body: { reason } });
  printDone(cli, `${decided.name} ${decided.version} is rejected.`, decided);
}
