import type { PastedServer } from "@tackroom/harness/pasted";
import type { Values } from "./field-view.js";

const rowsOf = (names: readonly string[]): readonly Values[] =>
  names.map((name) => ({ name, description: "", required: true }));

/** The values of the form for a pasted server. A name that was typed stays; that of a server chosen before does not. */
export function valuesFromPasted(server: PastedServer, before: Values, chosenBefore?: PastedServer): Values {
  const { name } = before;
  const isTyped = typeof name === "string" && name.trim() !== "" && name !== chosenBefore?.name;
  return {
    ...(isTyped ? {} : { name: server.name }),
    command: server.command ?? "",
    // An argument is a line of its field.
    args: (server.args ?? []).map((argument) => argument.replaceAll("\n", " ")).join("\n"),
    url: server.url ?? "",
    transport: server.transport,
    docker_image: server.docker_image ?? "",
    environment_variables: rowsOf(server.environment_variables),
    headers: rowsOf(server.headers),
  };
}

/** A server on one line, to tell several apart. */
export const reachOf = ({ command, args = [], url }: PastedServer): string => url ?? [command ?? "", ...args].join(" ");
