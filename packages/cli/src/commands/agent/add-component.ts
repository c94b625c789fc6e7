import { isSeq, type Document, type YAMLSeq } from "yaml";
import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printDone } from "../../output.js";
import { callOf, KINDS } from "../../kinds.js";
import { AGENT_FILE, agentFilePath, readAgentFile, showAgentFile, textOf, writeAgentFile } from "./agent-file.js";

interface AddOptions {
  readonly itemVersion?: string;
  readonly dryRun?: boolean;
}

/** `tack agent add`: the component must exist, and is pinned to its current version. */
export async function addComponent(cli: Cli, kindName: string, item: string, options: AddOptions): Promise<void> {
  const kind = KINDS.find((each) => each === kindName && each !== "agent");
  if (!kind) {
    const known = KINDS.filter((each) => each !== "agent").join(", ");
    throw usageError(`Unknown kind of component "${kindName}".`, `Use one of ${known}.`);
  }
  const path = agentFilePath(cli);
  const document = readAgentFile(path);
  const found = await openApi(cli).call(callOf(kind, "getItem"), { params: { id: item } });
  const name = found.qualified_name;
  const version = options.itemVersion ?? found.version;
  const components = componentsOf(document);
  const at = components.items.findIndex((each) => isSame(document, each, kind, name));
  const entry = document.createNode({ type: kind, name, version });
  if (at >= 0) components.items[at] = entry;
  else components.items.push(entry);
  components.flow = false;
  if (options.dryRun) return showAgentFile(cli, path, textOf(document));
  writeAgentFile(path, document);
  printDone(cli, `${at >= 0 ? "Updated" : "Added"} ${name} ${version} in ${AGENT_FILE}.`, {
    type: kind,
    name,
    version,
  });
}

function componentsOf(document: Document): YAMLSeq {
  const known = document.get("components");
  if (isSeq(known)) return known;
  if (known !== undefined && known !== null) {
    throw new CliError("validation", `components in ${AGENT_FILE} must be a list.`, {
      remediation: "Make it a list: components: []",
    });
  }
  const fresh = document.createNode([]) as YAMLSeq;
  document.set("components", fresh);
  return fresh;
}

function isSame(document: Document, node: unknown, kind: string, name: string): boolean {
  const value = document.createNode(node).toJS(document) as { type?: unknown; name?: unknown } | null;
  return value?.type === kind && value.name === name;
}
