import type { McpServer, NamedValue, Transport } from "../neutral.js";

/** How a harness takes a variable that has no value yet. */
export type VariableStyle =
  /** A form of words that it replaces when it starts the server. `everywhere`: in arguments and addresses too. */
  | { readonly kind: "placeholder"; write(name: string): string; readonly reads: RegExp; readonly everywhere: boolean }
  /** A list of names that it passes through. */
  | { readonly kind: "names" }
  | { readonly kind: "none" };

export interface OpenHeader {
  readonly name: string;
  /** The variable that holds the value, or the bearer token of an Authorization header. */
  readonly variable: string;
}

/** A server whose values are filled in as far as they are known. */
export interface ResolvedServer {
  readonly name: string;
  readonly transport: Transport;
  readonly command: string;
  readonly args: readonly string[];
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Variables without a value. They are in `env` too, when the harness has placeholders. */
  readonly openVariables: readonly string[];
  /** Headers without a value. They are in `headers` too, when the harness has placeholders. */
  readonly openHeaders: readonly OpenHeader[];
  readonly autoApprove: readonly string[];
}

/** `${VAR}` */
export const DOLLAR_BRACES = style((name) => `\${${name}}`, /\$\{/);
/** `${VAR}` where `$VAR` is read too. */
export const DOLLAR = style((name) => `\${${name}}`, /\$\{?[A-Za-z_]/);
/** `${env:VAR}` */
export const ENV_BRACES = style((name) => `\${env:${name}}`, /\$\{/);
/** `${input:id}`; each id is declared beside the servers. */
export const INPUT_BRACES = style((name) => `\${input:${name}}`, /\$\{/);
/** `{env:VAR}` */
export const CURLY_ENV = style((name) => `{env:${name}}`, /\{(?:env|file):/);

export function style(write: (name: string) => string, reads: RegExp): Extract<VariableStyle, { kind: "placeholder" }> {
  return { kind: "placeholder", write, reads, everywhere: true };
}

/** The same form of words, in the values of `env` and `headers` only. */
export function inValuesOnly(variables: VariableStyle): VariableStyle {
  return variables.kind === "placeholder" ? { ...variables, everywhere: false } : variables;
}

/** Fills in what is known and leaves the rest to the harness; `warnings` say what it cannot take. */
export function resolveServer(
  given: McpServer,
  variables: VariableStyle,
  displayName: string,
): { resolved: ResolvedServer; warnings: string[] } {
  const { server, warnings } = withoutUnsetOptions(given);
  const openVariables = server.env.filter((variable) => valueOf(variable) === undefined).map(({ name }) => name);
  const openHeaders = server.headers
    .filter((header) => valueOf(header) === undefined)
    .map(({ name }) => ({ name, variable: variableOfHeader(server.name, name) }));

  const fill = (text: string) => fillText(text, server.env, variables);
  const [command = "", ...args] = server.command.map(fill);
  const resolved: ResolvedServer = {
    name: server.name,
    transport: server.transport,
    command,
    args,
    url: fill(server.url ?? ""),
    env: valuesOf(server.env, variables, (variable, write) => write(variable.name)),
    headers: valuesOf(server.headers, variables, ({ name }, write) =>
      headerValue({ name, variable: variableOfHeader(server.name, name) }, write),
    ),
    openVariables,
    openHeaders,
    autoApprove: server.autoApprove,
  };
  warnings.push(...warnAboutOpenValues(resolved, variables, displayName));
  warnings.push(...warnAboutText(server, variables, displayName));
  return { resolved, warnings };
}

/**
 * A placeholder for a variable that nobody sets reaches the server as it stands, and a harness that asks for values would ask
 * for one that is not needed.
 */
function withoutUnsetOptions(server: McpServer): { server: McpServer; warnings: string[] } {
  const text = [...server.command, server.url ?? ""].join(" ");
  const isUnset = (named: NamedValue): boolean =>
    named.isOptional === true && valueOf(named) === undefined && !mentions(text, named.name);
  const left = [...server.env, ...server.headers].filter(isUnset).map(({ name }) => name);
  if (left.length === 0) return { server, warnings: [] };
  const kept = (list: readonly NamedValue[]) => list.filter((named) => !isUnset(named));
  return {
    server: { ...server, env: kept(server.env), headers: kept(server.headers) },
    warnings: [
      `Optional values omitted from "${server.name}": ${left.join(", ")}. To include them, provide values when installing.`,
    ],
  };
}

const mentions = (text: string, name: string): boolean =>
  [...text.matchAll(REFERENCE)].some((match) => (match[1] ?? match[2]) === name);

/** An empty value overrides what the shell has, so it counts as none. */
function valueOf({ value }: NamedValue): string | undefined {
  return value === "" ? undefined : value;
}

/** The values that are known, and placeholders for the others where the harness has them. */
function valuesOf(
  declared: readonly NamedValue[],
  variables: VariableStyle,
  placeholder: (open: NamedValue, write: (name: string) => string) => string,
): Record<string, string> {
  return Object.fromEntries(
    declared.flatMap((named) => {
      const value = valueOf(named);
      if (value !== undefined) return [[named.name, value]];
      return variables.kind === "placeholder" ? [[named.name, placeholder(named, variables.write)]] : [];
    }),
  );
}

/** What a header says when a variable holds its secret. */
export function headerValue({ name, variable }: OpenHeader, write: (name: string) => string): string {
  return isAuthorization(name) ? `Bearer ${write(variable)}` : write(variable);
}

export function isAuthorization(header: string): boolean {
  return header.toLowerCase() === "authorization";
}

/** Headers have no variable of their own; two servers must not share one by chance. */
function variableOfHeader(server: string, header: string): string {
  const words = `${server} ${isAuthorization(header) ? "token" : header}`;
  const name = words
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "")
    .toUpperCase();
  return /^[0-9]/.test(name) || name === "" ? `MCP_${name}` : name;
}

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)/g;

function fillText(text: string, env: readonly NamedValue[], variables: VariableStyle): string {
  return text.replaceAll(REFERENCE, (whole: string, braced?: string, bare?: string) => {
    const declared = env.find(({ name }) => name === (braced ?? bare));
    if (declared === undefined) return whole;
    const value = valueOf(declared);
    if (value !== undefined) return value;
    return variables.kind === "placeholder" && variables.everywhere ? variables.write(declared.name) : whole;
  });
}

function warnAboutOpenValues(server: ResolvedServer, variables: VariableStyle, displayName: string): string[] {
  const warnings: string[] = [];
  if (variables.kind === "none") {
    for (const name of server.openVariables) {
      warnings.push(
        `${displayName} does not document variable placeholders, so ${name} of "${server.name}" is omitted. Set it in the environment of ${displayName}, or provide a value when installing.`,
      );
    }
    for (const { name } of server.openHeaders) {
      warnings.push(
        `${displayName} does not document header placeholders, so ${name} of "${server.name}" is omitted. Provide its value when installing.`,
      );
    }
    return warnings;
  }
  for (const { name, variable } of server.openHeaders) {
    warnings.push(
      `The header ${name} of "${server.name}" has no value yet: ${displayName} reads it from ${variable}${isAuthorization(name) ? " (only the token, without the word Bearer)" : ""}.`,
    );
  }
  return warnings;
}

/** A known value that looks like a placeholder would be replaced; a placeholder where none is read would not. */
function warnAboutText(server: McpServer, variables: VariableStyle, displayName: string): string[] {
  const warnings: string[] = [];
  if (variables.kind === "placeholder") {
    for (const named of [...server.env, ...server.headers]) {
      if (variables.reads.test(valueOf(named) ?? "")) {
        warnings.push(
          `The value of ${named.name} for "${server.name}" contains text that ${displayName} interprets as a variable. Check the entry after installing.`,
        );
      }
    }
  }
  if (variables.kind !== "placeholder" || !variables.everywhere) {
    const text = [...server.command, server.url ?? ""].join(" ");
    for (const { name, value } of server.env) {
      if (mentions(text, name) && (value ?? "") === "") {
        warnings.push(
          `${displayName} does not expand variables in arguments and URLs. Put the value of ${name} in the entry of "${server.name}", or provide it when installing.`,
        );
      }
    }
  }
  return warnings;
}
