import { PASSWORD_RULES, passwordProblem } from "@tackroom/contract/password-rules";
import type { SsoMethod } from "@tackroom/contract/sign-in-methods";
import { openApi, type Api } from "../../api/client.js";
import { hasProblemCode } from "../../api/failures.js";
import { askChoice, askPassword, askText, whyNot } from "../../ask.js";
import { asCalled } from "../../called-as.js";
import { isInteractive, note, type Cli } from "../../cli.js";
import { secretVariable } from "../../config.js";
import { CliError, usageError } from "../../errors.js";
import { isPlainOverNetwork } from "../../server-address.js";
import { VERSION } from "../../version.js";
import { readHealth } from "../status/show-status.js";
import { signInByBrowser, type SsoRequest } from "./device-flow.js";
import { saveSignIn, type Tokens } from "./sign-in.js";
import { signInWays, type SignInWay } from "./sign-in-ways.js";
import { orSuggestSso } from "./sso-instead.js";

export interface LoginOptions {
  readonly email?: string;
  readonly password?: string;
  readonly name: string;
  readonly apiKey?: string;
  readonly browser?: boolean;
  readonly sso?: boolean;
  readonly saml?: boolean;
  readonly provider?: SsoMethod;
  readonly setup: boolean;
}

/** `tack login` */
export async function login(cli: Cli, options: LoginOptions): Promise<void> {
  const api = openApi(cli, { anonymous: true });
  if (isPlainOverNetwork(api.server)) {
    note(
      cli,
      `! The connection to ${api.server} is not encrypted: others on the network can read your credentials. Use https://`,
    );
  }
  const health = await readHealth(api.server);
  await compareVersions(cli, api);
  const sso = ssoRequestOf(options);
  if (sso) return signInByBrowser(cli, api, sso);
  if (!health.initialized && options.setup) return createAdmin(cli, api, options);
  const apiKey = options.apiKey ?? secretVariable(cli, "TACK_API_KEY");
  if (apiKey !== undefined) return signInWithKey(cli, api, apiKey);
  if (options.browser) return signInByBrowser(cli, api);
  if (options.email !== undefined) return signInWithPassword(cli, api, options);
  return chooseMethod(cli, api, options);
}

function ssoRequestOf({ sso = false, saml = false, provider }: LoginOptions): SsoRequest | undefined {
  if (saml) return { provider: "saml" };
  if (provider !== undefined) return { provider };
  return sso ? {} : undefined;
}

/** Only semantic versions can be compared. */
async function compareVersions(cli: Cli, api: Api): Promise<void> {
  const { version } = await api.call("getVersion");
  const [ours, theirs] = [VERSION, version].map((text) => /^(\d+)\.(\d+)\.\d+$/.exec(text)?.slice(1, 3).join("."));
  if (ours !== undefined && theirs !== undefined && ours !== theirs) {
    note(cli, `! The server runs version ${version}, but this is tack ${VERSION}. Some commands may not work.`);
  }
}

async function createAdmin(cli: Cli, api: Api, options: LoginOptions): Promise<void> {
  note(cli, `${api.server} has no admin account yet. Create it now.`);
  const email = options.email ?? (await askText(cli, { flag: "--email", message: "Your email", check: emailProblem }));
  const name =
    options.email === undefined
      ? await askText(cli, { flag: "--name", message: "Your name" }, options.name)
      : options.name;
  const password = options.password ?? secretVariable(cli, "TACK_PASSWORD") ?? (await askNewPassword(cli));
  await saveSignIn(cli, api, await bootstrap(cli, api, { email, name, password }));
}

/** Servers with a configured bootstrap token require it. */
async function bootstrap(
  cli: Cli,
  api: Api,
  admin: { readonly email: string; readonly name: string; readonly password: string },
): Promise<Tokens> {
  const token = secretVariable(cli, "TACK_BOOTSTRAP_TOKEN");
  try {
    return await orSuggestSso(() =>
      api.call("bootstrap", { body: { ...admin, ...(token === undefined ? {} : { token }) } }),
    );
  } catch (error) {
    if (!hasProblemCode(error, "bootstrap_token_required")) throw error;
    if (token !== undefined || !isInteractive(cli)) {
      throw new CliError(error.category, error.message, {
        ...error.details,
        remediation: "Set TACK_BOOTSTRAP_TOKEN (or TACK_BOOTSTRAP_TOKEN_FILE) to the server's BOOTSTRAP_TOKEN.",
      });
    }
  }
  const typed = await askPassword(cli, {
    flag: "TACK_BOOTSTRAP_TOKEN",
    message: "Bootstrap token (the server's BOOTSTRAP_TOKEN)",
  });
  return api.call("bootstrap", { body: { ...admin, token: typed } });
}

const emailProblem = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(text) ? undefined : "Not an email address, such as ada@example.com";

/** Asked for twice, because the input is hidden. */
export async function askNewPassword(cli: Cli, flag = "--password"): Promise<string> {
  const password = await askPassword(cli, {
    flag,
    message: `New password (${PASSWORD_RULES})`,
    check: (text) => {
      const problem = passwordProblem(text);
      return problem && `The password ${problem}.`;
    },
  });
  await askPassword(cli, {
    flag,
    message: "Confirm new password",
    check: (again) => (again === password ? undefined : "The passwords do not match. Type the same one again."),
  });
  return password;
}

async function signInWithKey(cli: Cli, api: Api, apiKey: string): Promise<void> {
  await saveSignIn(cli, api, await api.call("login", { body: { api_key: apiKey } }), apiKey);
}

async function signInWithPassword(cli: Cli, api: Api, options: LoginOptions): Promise<void> {
  const email = options.email ?? (await askText(cli, { flag: "--email", message: "Email or username" }));
  const password =
    options.password ??
    secretVariable(cli, "TACK_PASSWORD") ??
    (await askPassword(cli, { flag: "--password", message: "Password" }));
  const tokens = await orSuggestSso(() => api.call("login", { body: { email, password } }));
  await saveSignIn(cli, api, tokens);
  if (tokens.must_change_password)
    note(cli, asCalled(cli, "! Your password must be changed first: tack change-password"));
}

async function chooseMethod(cli: Cli, api: Api, options: LoginOptions): Promise<void> {
  if (!isInteractive(cli)) {
    throw usageError(
      `No sign-in method given (${whyNot(cli)}, so it cannot be asked for).`,
      "Pass --email with TACK_PASSWORD, --api-key, --browser, or --sso.",
    );
  }
  const ways = signInWays(await api.call("getPublicConfig"));
  const way = await askChoice<SignInWay>(cli, { flag: "--email", message: "How do you want to sign in?" }, ways);
  if (way === "password") return signInWithPassword(cli, api, options);
  if (way === "browser") return signInByBrowser(cli, api);
  if (way !== "key") return signInByBrowser(cli, api, { provider: way });
  return signInWithKey(cli, api, await askPassword(cli, { flag: "--api-key", message: "API key" }));
}

export function notSignedIn(server: string): CliError {
  return new CliError("authentication", `You are not signed in to ${server}.`, { remediation: "Sign in: tack login" });
}
