import { readFileSync, statSync } from "node:fs";
import { Refused } from "./parsers.js";
import { Secret } from "./secret.js";
import { SETTING_VARIABLES, type SettingImport } from "./setting-imports.js";
import { VARIABLES, jwtKeysBesideData, type Variable } from "./variables.js";

type Values = { readonly [K in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[K]["parse"]> };

export interface Config extends Values {
  readonly settingImports: readonly SettingImport[];
}

export type Source = "default" | "environment" | "argument" | `file ${string}`;

export interface ConfigLine {
  readonly name: string;
  readonly shown: string;
  readonly source: Source;
}

export interface ConfigInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values from the command line, by variable name; they win over the environment. */
  readonly args?: Readonly<Record<string, string | undefined>>;
  /** Keep `JWT_KEY_DIR` in the data directory when it is not given. */
  readonly keysBesideData?: boolean;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config; readonly lines: readonly ConfigLine[] }
  | { readonly ok: false; readonly problems: readonly string[] };

interface Given {
  readonly text: string;
  readonly source: Source;
}

/** The default depends on a variable whose own mistake is on the list: a second line would only confuse. */
class AlreadyReported extends Error {}

const FILE_LIMIT_BYTES = 64 * 1024;

/** Everything wrong is reported together, one line each, so that an operator can fix it in one go. */
export function readConfig(input: ConfigInput): ConfigResult {
  const problems: string[] = [];
  const lines: ConfigLine[] = [];
  const values: Record<string, unknown> = {};
  const above = (key: string): unknown => {
    if (values[key] === undefined) throw new AlreadyReported();
    return values[key];
  };
  const defaultOf = (key: string, variable: Variable<unknown>): string | undefined => {
    if (key === "jwtKeyDir" && input.keysBesideData) return jwtKeysBesideData(String(above("dataDir")));
    return typeof variable.default === "function" ? variable.default(above) : variable.default;
  };

  for (const [key, variable] of Object.entries<Variable<unknown>>(VARIABLES)) {
    collect(problems, () => {
      const found = find(variable, input);
      const text = found?.text ?? defaultOf(key, variable);
      values[key] = text === undefined ? null : parsed(variable, text);
      lines.push(line(variable, text ?? "", found?.source ?? "default"));
    });
  }

  const settingImports = readSettingImports(input, problems, lines);
  problems.push(...contradictions(values as unknown as Values, settingImports));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, config: deepFreeze({ ...(values as unknown as Values), settingImports }), lines };
}

function readSettingImports(input: ConfigInput, problems: string[], lines: ConfigLine[]): SettingImport[] {
  const imports: SettingImport[] = [];
  for (const variable of SETTING_VARIABLES) {
    collect(problems, () => {
      const found = find(variable, input);
      if (!found) return;
      parsed(variable, found.text);
      lines.push(line(variable, found.text, found.source));
      imports.push({
        variable: variable.name,
        setting: variable.setting,
        value: variable.isSecret ? new Secret(found.text) : found.text,
        from: found.source.startsWith("file ") ? "file" : "environment",
      });
    });
  }
  return imports;
}

interface Named {
  readonly name: string;
  readonly isSecret?: boolean;
  readonly hasFileForm?: boolean;
  readonly isFileOnly?: boolean;
}

/** An empty variable counts as absent: that is how compose files and shells spell "not set". */
function find(variable: Named, { env, args }: ConfigInput): Given | undefined {
  const { name } = variable;
  const argument = args?.[name];
  if (argument !== undefined) return { text: argument, source: "argument" };
  const direct = env[name] || undefined;
  const path = (variable.hasFileForm && env[`${name}_FILE`]) || undefined;
  if (direct !== undefined && path !== undefined) {
    throw new Refused(`${name} and ${name}_FILE are mutually exclusive: set only one`);
  }
  if (direct !== undefined && variable.isFileOnly) {
    throw new Refused(`${name} is only accepted as a file: set ${name}_FILE to its path`);
  }
  if (path !== undefined) return { text: readSecretFile(`${name}_FILE`, path), source: `file ${path}` };
  return direct === undefined ? undefined : { text: direct, source: "environment" };
}

function readSecretFile(name: string, path: string): string {
  const refuse = (why: string): Refused => new Refused(`${name} is "${path}": ${why}`);
  let bytes: Buffer;
  try {
    if (statSync(path).size > FILE_LIMIT_BYTES) throw refuse("expected a file of at most 64 KiB");
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw refuse(`cannot read the file (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r?\n$/, "");
  } catch {
    throw refuse("expected UTF-8 text");
  }
}

function parsed(variable: Named & { parse(text: string): unknown }, text: string): unknown {
  try {
    return variable.parse(text);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const shown = variable.isSecret ? "set (not shown)" : JSON.stringify(text);
    throw new Refused(`${variable.name} is ${shown}: expected ${error.message}`);
  }
}

function line(variable: Named, text: string, source: Source): ConfigLine {
  return { name: variable.name, shown: variable.isSecret && text !== "" ? "[secret]" : text, source };
}

/** Rules between variables, each of which would otherwise show up as a puzzling failure much later. */
function contradictions(values: Values, imports: readonly SettingImport[]): string[] {
  const found: string[] = [];
  const embedded = [
    ...(values.databaseUrl ? [] : ["DATABASE_URL"]),
    ...(values.clickhouseUrl ? [] : ["CLICKHOUSE_URL"]),
  ];
  if ((values.role === "api" || values.role === "worker") && embedded.length > 0) {
    found.push(
      `ROLE "${values.role}" requires ${embedded.join(" and ")}, because the embedded databases can only be used by one process. Set ${embedded.length === 1 ? "it" : "them"}, or use ROLE=all`,
    );
  }
  const samlPair = ["saml.sp_private_key", "saml.sp_x509_cert"].filter((setting) =>
    imports.some((each) => each.setting === setting),
  );
  if (samlPair.length === 1) {
    found.push("SAML_SP_PRIVATE_KEY_FILE and SAML_SP_X509_CERT_FILE must be set together");
  }
  return found;
}

function collect(problems: string[], read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof AlreadyReported) return;
    if (!(error instanceof Refused)) throw error;
    problems.push(error.message);
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
