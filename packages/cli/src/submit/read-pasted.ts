import { readPasted, type PastedServer } from "@tackroom/harness";
import { warn } from "../ask.js";
import type { Cli } from "../cli.js";
import { CliError, usageError } from "../errors.js";
import { present, type Draft } from "./submission.js";

/** The server in a pasted configuration: JSON of any harness, TOML, or command lines. */
export function readPastedServer(cli: Cli, text: string, wanted: string | undefined): Draft {
  const pasted = readPasted(text);
  if ("problem" in pasted) {
    throw new CliError("validation", pasted.problem, {
      remediation: 'Pass a configuration such as {"mcpServers": {"tickets": {"command": "npx", "args": ["-y", "…"]}}}',
    });
  }
  const { servers } = pasted;
  const chosen = servers.length === 1 ? servers[0] : servers.find(({ name }) => name === wanted);
  if (chosen) return draftOf(cli, chosen);
  const names = servers.map(({ name }) => name).join(", ");
  throw usageError(`The input contains several servers: ${names}.`, "Choose one with --name");
}

/** The words after `--`: assignments of variables, then a command with its arguments, or a URL. */
export function readServerCommand(cli: Cli, words: readonly string[], name: string): Draft {
  const from = words[0] === "env" ? 1 : 0;
  const end = words.findIndex((word, at) => at >= from && !ASSIGNMENT.test(word));
  const [command, ...args] = end === -1 ? [] : words.slice(end);
  if (command === undefined) throw usageError("No command follows --.", "For example: -- npx -y @acme/tickets@1.4.0");
  const env = Object.fromEntries(words.slice(from, end).map((word) => splitAt(word, word.indexOf("="))));
  const entry = /^https?:\/\//.test(command) ? { url: command } : { command, args, env };
  return readPastedServer(cli, JSON.stringify({ mcpServers: { [name]: entry } }), name);
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)];

function draftOf(cli: Cli, server: PastedServer): Draft {
  const { name, transport, command, args, url, docker_image, left_out: leftOut } = server;
  if (leftOut.length > 0) warn(cli, [`The values of ${leftOut.join(", ")} are not submitted, only their names.`]);
  return present({
    name: name === "" ? undefined : name,
    transport,
    command,
    args,
    url,
    docker_image,
    environment_variables: needed(server.environment_variables),
    headers: needed(server.headers),
  });
}

const needed = (names: readonly string[]): Draft[] | undefined =>
  names.length === 0 ? undefined : names.map((name) => ({ name, description: "", required: true }));
