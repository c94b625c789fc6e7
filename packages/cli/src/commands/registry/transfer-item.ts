import { roleSuffices } from "@tackroom/contract/roles";
import { openApi, type Api } from "../../api/client.js";
import { askText, consent } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { printDone, printList } from "../../output.js";
import { callOf, type Kind } from "../../kinds.js";
import { referenceTo } from "../people.js";

interface TransferOptions {
  readonly to?: string;
  readonly accept?: boolean;
  readonly decline?: boolean;
  readonly yes?: boolean;
}

interface Transferred {
  readonly kind: Kind;
  readonly item: string;
}

/** `tack registry <kind> transfer`: offers an item, or accepts or declines a transfer. */
export function transferOf(kind: Kind) {
  return (cli: Cli, item: string, options: TransferOptions): Promise<void> => {
    const of = { kind, item };
    if (options.accept) return accept(cli, of, options);
    return options.decline ? decline(cli, of) : offer(cli, of, options);
  };
}

async function offer(cli: Cli, { kind, item }: Transferred, { to, yes }: TransferOptions): Promise<void> {
  const api = openApi(cli);
  const person = to ?? (await askText(cli, { flag: "--to", message: "New owner (email or username)" }));
  await consent(cli, `Transfer ${item} to ${person}? ${yes ? "" : await consequence(api)}`.trim(), yes);
  const reply = await api.call(callOf(kind, "transferOwnership"), { params: { id: item }, body: referenceTo(person) });
  const sentence =
    "status" in reply
      ? `Offered ${item} to ${reply.to}, who becomes the owner after accepting.`
      : `${reply.qualified_name} now belongs to ${reply.owner}.`;
  printDone(cli, sentence, reply);
}

async function consequence(api: Api): Promise<string> {
  const { role } = await api.call("getWhoami");
  const when = roleSuffices(role, "admin")
    ? "As an admin, your transfer takes effect immediately."
    : "They must accept the transfer.";
  return `${when} Co-authors are not transferred.`;
}

async function accept(cli: Cli, { kind, item }: Transferred, { yes }: TransferOptions): Promise<void> {
  await consent(cli, `Become the owner of ${item}? Its co-authors are not transferred.`, yes);
  const moved = await openApi(cli).call(callOf(kind, "acceptTransfer"), { params: { id: item } });
  printDone(cli, `You now own ${moved.qualified_name}.`, moved);
}

async function decline(cli: Cli, { kind, item }: Transferred): Promise<void> {
  const reply = await openApi(cli).call(callOf(kind, "declineTransfer"), { params: { id: item } });
  printDone(cli, `Closed the transfer of ${item} to ${reply.to}. The owner is unchanged.`, reply);
}

const DIRECTIONS = ["incoming", "outgoing"] as const;
/** The server's max page size. */
const LIMIT = 200;

/** `tack registry transfers` */
export async function listTransfers(cli: Cli, options: { readonly direction?: string }): Promise<void> {
  const api = openApi(cli);
  const asked = DIRECTIONS.filter((direction) => (options.direction ?? direction) === direction);
  const lists = await Promise.all(
    asked.map(async (direction) => {
      const { items, total } = await api.list("listTransfers", { query: { direction, limit: LIMIT } });
      return { items: items.map((transfer) => ({ ...transfer, direction })), total };
    }),
  );
  printList(
    cli,
    {
      items: lists.flatMap(({ items }) => items),
      total: lists.reduce((sum, { total }) => sum + total, 0),
      limit: LIMIT * asked.length,
    },
    [
      { title: "DIRECTION", of: ({ direction }) => direction },
      { title: "KIND", of: ({ type }) => type },
      { title: "NAME", of: ({ qualified_name }) => qualified_name },
      { title: "FROM", of: ({ from }) => from },
      { title: "TO", of: ({ to }) => to },
      { title: "SINCE", of: ({ created_at }) => created_at },
    ],
    "No pending transfers.",
  );
}
