import { note, type Cli } from "./cli.js";
import { printJson } from "./output.js";

/** Ends what a dry run says it would send. */
export const NOTHING_SENT = "Dry run: nothing was sent.";

interface UnsentRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Thrown in place of sending a request that would change something. */
export class NotSent extends Error {
  readonly request: UnsentRequest;

  constructor(request: UnsentRequest) {
    super(NOTHING_SENT);
    this.request = request;
  }
}

export function tellNotSent(cli: Cli, { request, message }: NotSent): void {
  if (cli.flags.output === "json") return printJson(cli, { dry_run: true, request });
  const { method, path, body } = request;
  const content = body === undefined ? "" : `\n${JSON.stringify(body, null, 2)}`;
  note(cli, `Would send ${method} ${path}${content}\n${message}`);
}
