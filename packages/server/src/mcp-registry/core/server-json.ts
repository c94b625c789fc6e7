import {
  PUBLISHER_META,
  SERVER_SCHEMA,
  type McpNamedInput,
  type McpPackage,
  type McpRemote,
  type McpServerJson,
} from "@tackroom/contract";
import { recordsOf, textOf, textsOf, type Fields } from "@tackroom/harness";
import { secretKindOf } from "@tackroom/harness/secrets";
import { reverseDomain, serverName, type Named } from "./server-name.js";
import { packageOf } from "./server-packages.js";
import { shortText } from "./short-text.js";

export interface DescribedServer {
  readonly item: Named & { readonly id: string };
  readonly version: {
    readonly version: string;
    readonly name: string;
    readonly description: string;
    readonly digest: string;
    readonly fields: Fields;
  };
}

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 100;

/** A version as `server.json`: what was approved, in the words of the MCP registry, as far as these words reach. */
export function serverJson(domain: string, { item, version }: DescribedServer): McpServerJson {
  const title = shortText(version.name, MAX_TITLE);
  const description = shortText(version.description, MAX_DESCRIPTION);
  const repository = repositoryOf(version.fields);
  const remotes = remotesOf(version.fields);
  const packages = remotes.length > 0 ? [] : packagesOf(version.fields);
  return {
    $schema: SERVER_SCHEMA,
    name: serverName(domain, item),
    ...(title === "" ? {} : { title }),
    description: description || title || item.slug,
    version: version.version,
    ...(repository && { repository }),
    ...(packages.length > 0 && { packages }),
    ...(remotes.length > 0 && { remotes }),
    _meta: {
      [`${reverseDomain(domain)}/item`]: {
        id: item.id,
        qualifiedName: `${item.namespace}/${item.slug}`,
        digest: version.digest,
      },
      // The whole description, where clients look for a README.
      ...(version.description.length > MAX_DESCRIPTION && {
        [PUBLISHER_META]: { github: { readme: version.description } },
      }),
    },
  };
}

function repositoryOf(fields: Fields): McpServerJson["repository"] {
  const url = textOf(fields, "git_url") ?? textOf(fields, "source_url");
  if (url === undefined || !URL.canParse(url) || !url.startsWith("https://")) return undefined;
  const { hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return undefined;
  const source = /(^|\.)(github|gitlab|bitbucket)\.(com|org)$/.exec(hostname)?.[2];
  return { url: new URL(url).href, source: source ?? hostname };
}

function remotesOf(fields: Fields): McpRemote[] {
  const url = textOf(fields, "url");
  if (url === undefined) return [];
  const headers = recordsOf(fields, "headers").map(namedInput);
  const type = textOf(fields, "transport") === "streamable-http" ? "streamable-http" : "sse";
  return [{ type, url, ...(headers.length > 0 && { headers }) }];
}

function packagesOf(fields: Fields): McpPackage[] {
  const found = packageOf({
    command: textOf(fields, "command"),
    args: textsOf(fields, "args"),
    image: textOf(fields, "docker_image"),
  });
  if (!found) return [];
  const environmentVariables = recordsOf(fields, "environment_variables").map(namedInput);
  return [{ ...found, ...(environmentVariables.length > 0 && { environmentVariables }) }];
}

function namedInput(declared: Fields): McpNamedInput {
  const name = textOf(declared, "name") ?? "";
  const description = textOf(declared, "description") ?? "";
  const isSecret = secretKindOf(name) !== undefined || /^(proxy-)?authorization$/i.test(name);
  return {
    name,
    ...(description !== "" && { description }),
    isRequired: declared["required"] !== false,
    ...(isSecret && { isSecret }),
  };
}
