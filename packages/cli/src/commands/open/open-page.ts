import { spawn } from "node:child_process";
import { once } from "node:events";
import { openApi, type Api } from "../../api/client.js";
import { isCi, note, say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { callOf, KINDS, parseName, TYPE_OF } from "../../kinds.js";
import { printJson } from "../../output.js";
import { findSession, refOf } from "../sessions/find-session.js";

interface OpenOptions {
  readonly print?: boolean;
}

/** `tack open` */
export async function openPage(cli: Cli, name: string | undefined, { print = false }: OpenOptions): Promise<void> {
  const api = openApi(cli);
  const path = name === undefined ? "/" : await pathOf(api, name);
  const url = webAddress((await api.call("getEndpoints")).web, path);
  const opener = print || cli.stdout.isTTY !== true || isCi(cli.env) ? undefined : openerOf(cli);
  const opened = opener !== undefined && (await open(cli, opener, url));
  if (cli.flags.output === "json") return printJson(cli, { url, opened });
  if (opened) note(cli, `Opening ${url}`);
  else say(cli, url);
}

/** Whatever a server answers, only a web page is opened. */
function webAddress(web: string, path: string): string {
  if (URL.canParse(web) && /^https?:/i.test(web)) return new URL(path, web).href;
  throw new CliError("unavailable", "The server does not say where its web app is.", {
    remediation: "An admin can set it: tack admin set deployment.frontend_url <url>",
  });
}

/** Names of items and sessions look alike, so all are asked for at once. */
async function pathOf(api: Api, typed: string): Promise<string> {
  const { kind, name } = parseName(typed);
  const kinds = kind === undefined ? KINDS : [kind];
  const items = await Promise.all(kinds.map((each) => itemPath(api, each, name)));
  const found = items.flatMap((path) => path ?? []);
  const [only] = found;
  if (only && found.length === 1) return only.path;
  if (only) {
    throw new CliError("conflict", `${typed} is ambiguous.`, {
      resource: typed,
      remediation: `Use one of: ${found.map((each) => each.name).join(", ")}`,
    });
  }
  return kind === undefined ? sessionPath(api, name) : notFound(typed);
}

async function itemPath(api: Api, kind: (typeof KINDS)[number], name: string) {
  try {
    const { qualified_name: full } = await api.call(callOf(kind, "getItem"), { params: { id: name } });
    const path = full.split("/").map(encodeURIComponent).join("/");
    return { name: `${kind}:${full}`, path: `/registry/${TYPE_OF[kind]}/${path}` };
  } catch (error) {
    if (error instanceof CliError && error.category === "not_found") return undefined;
    throw error;
  }
}

async function sessionPath(api: Api, id: string): Promise<string> {
  try {
    const { params, query } = refOf(await findSession(api, id, {}));
    return `/sessions/${encodeURIComponent(params.id)}?${new URLSearchParams(query).toString()}`;
  } catch (error) {
    if (error instanceof CliError && error.category === "not_found") notFound(id);
    throw error;
  }
}

function notFound(name: string): never {
  throw new CliError("not_found", `There is no item or session "${name}", or you do not have access to it.`, {
    resource: name,
    remediation: `Search for it: tack search ${name}, or tack sessions list`,
  });
}

/** The program that opens a web page here; undefined without a display. */
function openerOf({ platform, env }: Cli): readonly string[] | undefined {
  if (env["BROWSER"]) return [env["BROWSER"]];
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : undefined;
}

/** False if it could not be started or fails at once; a browser that keeps running has been opened. */
async function open(cli: Cli, [program = "", ...words]: readonly string[], url: string): Promise<boolean> {
  const child = spawn(program, [...words, url], { stdio: "ignore", detached: true, env: cli.env });
  const failed = once(child, "exit").then(
    ([exitCode]) => exitCode !== 0,
    () => true,
  );
  const hasFailed = await Promise.race([failed, new Promise<false>((done) => setTimeout(done, 1000, false).unref())]);
  child.unref();
  return !hasFailed;
}
