import { openApi } from "../../api/client.js";
import { askText } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { secretVariable } from "../../config.js";
import { askNewPassword } from "./login.js";
import { saveSignIn } from "./sign-in.js";
import { orSuggestSso } from "./sso-instead.js";

export interface ResetOptions {
  readonly email: string;
  readonly code?: string;
  readonly newPassword?: string;
}

/** `tack reset-password` */
export async function resetPassword(cli: Cli, options: ResetOptions): Promise<void> {
  const api = openApi(cli, { anonymous: true });
  const { email } = options;
  if (options.code === undefined) {
    await orSuggestSso(() => api.call("requestReset", { body: { email } }));
    note(cli, "The server has printed a reset code to its console. Ask the operator for it.");
  }
  const code = options.code ?? (await askText(cli, { flag: "--code", message: "Code" }));
  const fresh =
    options.newPassword ?? secretVariable(cli, "TACK_NEW_PASSWORD") ?? (await askNewPassword(cli, "--new-password"));
  const tokens = await orSuggestSso(() => api.call("resetPassword", { body: { email, code, new_password: fresh } }));
  await saveSignIn(cli, api, tokens);
}
