import type { PutWeightsBody } from "@tackroom/contract";
import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { usageError } from "../../errors.js";
import { printDone, printList } from "../../output.js";

/** `tack admin weights` */
export async function listWeights(cli: Cli): Promise<void> {
  const items = await openApi(cli).call("getWeights");
  printList(
    cli,
    { items, total: items.length },
    [
      { title: "DIMENSION", of: ({ dimension }) => dimension },
      { title: "WEIGHT", of: ({ weight }) => weight },
      { title: "SOURCE", of: ({ is_custom }) => (is_custom ? "saved" : "default") },
    ],
    "No weights.",
  );
}

/** `tack admin weights set` */
export async function setWeights(cli: Cli, changes: readonly string[]): Promise<void> {
  const body = Object.fromEntries(changes.map(readChange)) as PutWeightsBody;
  const reply = await openApi(cli).call("putWeights", { body });
  printDone(cli, `Set ${changes.join(", ")}.`, reply);
}

function readChange(text: string): [string, number] {
  const [, dimension = "", weight = ""] = /^([a-z_]+)=(\d*\.?\d+)$/.exec(text) ?? [];
  if (dimension === "" || weight === "") {
    throw usageError(`Invalid weight "${text}".`, "Expected dimension=number, such as goal_completion=0.28");
  }
  return [dimension, Number(weight)];
}
