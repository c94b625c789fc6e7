import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { usageError } from "../../errors.js";
import { printDone, printList } from "../../output.js";

interface Weight {
  readonly dimension: string;
  readonly weight: number;
  readonly is_custom: boolean;
}

const PATH = "/api/v1/admin/weights";

/** `tack admin weights` */
export async function weights(cli: Cli, changes: readonly string[]): Promise<void> {
  const api = openApi(cli);
  if (changes.length > 0) {
    const body = JSON.stringify(Object.fromEntries(changes.map(readChange)));
    const { text } = await api.request({ method: "PUT", path: PATH, body });
    return printDone(cli, "Updated the weights.", JSON.parse(text));
  }
  const items = JSON.parse((await api.request({ method: "GET", path: PATH })).text) as Weight[];
  printList(
    cli,
    { items, total: items.length },
    [
      { title: "DIMENSION", of: ({ dimension }) => dimension },
      { title: "WEIGHT", of: ({ weight }) => weight },
      { title: "CUSTOM", of: ({ is_custom }) => (is_custom ? "yes" : "") },
    ],
    "No weights.",
  );
}

function readChange(text: string): [string, number] {
  const [dimension, weight] = text.split("=");
  const value = Number(weight);
  if (!dimension || !weight || !Number.isFinite(value)) {
    throw usageError(`Invalid weight "${text}".`, "Expected dimension=number, such as goal_completion=0.28");
  }
  return [dimension, value];
}

/** `tack admin canaries` */
export async function canaryReports(cli: Cli, agent: string): Promise<void> {
  const path = `/api/v1/admin/canaries/${encodeURIComponent(agent)}/reports`;
  const items = JSON.parse((await openApi(cli).request({ method: "GET", path })).text) as Record<string, unknown>[];
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  printList(
    cli,
    { items, total: items.length },
    names.map((name) => ({ title: name.toUpperCase(), of: (item) => JSON.stringify(item[name] ?? null) })),
    "No canary reports for this agent.",
  );
}
