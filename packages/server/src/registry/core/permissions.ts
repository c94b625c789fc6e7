import { PERMISSION_NAMES, type ItemKind, type PermissionName, type Permissions } from "@tackroom/contract";
import { allowedTools, isCovered } from "./allowed-tools.js";
import { recordOf, recordsOf, textOf, textsOf, type Fields } from "./fields.js";

type Declared = { readonly [Name in PermissionName]?: readonly string[] };

/** What a version of each kind may do, as it declares it. */
const OF_KIND: Readonly<Record<ItemKind, (fields: Fields) => Declared>> = {
  skill: (fields) => ({ allowed_tools: allowedTools(fields) }),
  mcp: (fields) => ({
    allowed_tools: textsOf(fields, "auto_approve"),
    tools: namesIn(fields, "tools"),
    hosts: hostsOf([textOf(fields, "url")]),
    environment_variables: namesIn(fields, "environment_variables"),
    headers: namesIn(fields, "headers"),
    commands: [...commandOf(fields), ...given(textOf(fields, "docker_image"))],
  }),
  hook: (fields) => {
    const config = recordOf(fields, "handler_config");
    return {
      hook_events: given(textOf(fields, "event")),
      hosts: hostsOf([textOf(config, "url")]),
      commands: given(textOf(config, "command")),
    };
  },
  sandbox: (fields) => ({
    network: given(textOf(fields, "network_policy")),
    commands: [...given(textOf(fields, "image")), ...given(textOf(fields, "entrypoint"))],
  }),
  agent: (fields) => {
    const servers = recordsOf(fields, "external_mcps");
    const tools = textsOf(fields, "tools");
    return {
      // Without a list an agent may use every tool.
      allowed_tools: tools.length === 0 ? ["*"] : tools,
      hosts: hostsOf(servers.map((server) => textOf(server, "url"))),
      environment_variables: servers.flatMap((server) => Object.keys(recordOf(server, "env"))),
      commands: servers.flatMap(commandOf),
    };
  },
  prompt: () => ({}),
};

const given = (text: string | undefined): string[] => (text === undefined || text === "" ? [] : [text]);

const namesIn = (fields: Fields, list: string): string[] =>
  recordsOf(fields, list).flatMap((entry) => given(textOf(entry, "name")));

const commandOf = (fields: Fields): string[] => {
  const command = textOf(fields, "command");
  return command === undefined ? [] : [[command, ...textsOf(fields, "args")].join(" ")];
};

const hostsOf = (urls: readonly (string | undefined)[]): string[] =>
  urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).host] : []));

export function permissionsOf(kind: ItemKind, fields: Fields): Permissions {
  const declared = OF_KIND[kind](fields);
  return byName((name) => [...new Set(declared[name] ?? [])].toSorted());
}

/** What one may do that the other may not; of a first version, everything. */
export function addedPermissions(before: Permissions | null, after: Permissions): Permissions {
  return byName((name) => {
    const old = before?.[name] ?? [];
    const isOld = (entry: string): boolean => (name === "allowed_tools" ? isCovered(entry, old) : old.includes(entry));
    return after[name].filter((entry) => !isOld(entry));
  });
}

const byName = (entriesOf: (name: PermissionName) => string[]): Permissions =>
  Object.fromEntries(PERMISSION_NAMES.map((name) => [name, entriesOf(name)])) as Permissions;
