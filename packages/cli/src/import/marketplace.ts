import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseData } from "@tackroom/harness";
import { draftsIn, draftIn, textIn, type Draft } from "../submit/submission.js";

/** A plugin of a Claude Code marketplace that is kept in another repository. */
export interface ForeignPlugin {
  readonly name: string;
  /** What to import instead. */
  readonly address: string;
}

const MARKETPLACE = join(".claude-plugin", "marketplace.json");

/** The plugins that a marketplace only points to. Those in its own folders are found with everything else there. */
export function foreignPlugins(root: string): ForeignPlugin[] {
  const file = join(root, MARKETPLACE);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return [];
  return pluginsIn(documentIn(file)).flatMap((plugin) => {
    const address = addressOf(plugin);
    return address === undefined ? [] : [{ name: textIn(plugin, "name") ?? address, address }];
  });
}

const pluginsIn = (document: Draft): readonly Draft[] => draftsIn(document, "plugins");

function documentIn(file: string): Draft {
  try {
    return parseData(file, readFileSync(file, "utf8"));
  } catch {
    // The plugins in the marketplace's own folders are found without it.
    return {};
  }
}

function addressOf(plugin: Draft): string | undefined {
  const source = draftIn(plugin, "source");
  return textIn(source, "repo") ?? textIn(source, "url");
}
