import { openApi } from "../../api/client.js";
import { askPassword } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { secretVariable, updateConfig } from "../../config.js";
import { printDone, printThing } from "../../output.js";
import { askNewPassword } from "./login.js";

/** `tack whoami` */
export async function whoami(cli: Cli): Promise<void> {
  const api = openApi(cli);
  const user = await api.call("getWhoami");
  printThing(cli, cli.flags.output === "json" ? user : { server: api.server, ...user }, [
    "server",
    "email",
    "username",
    "name",
    "role",
    "id",
  ]);
}

export interface PasswordOptions {
  readonly currentPassword?: string;
  readonly newPassword?: string;
}

/** `tack change-password` */
export async function changePassword(cli: Cli, options: PasswordOptions): Promise<void> {
  const current =
    options.currentPassword ??
    secretVariable(cli, "TACK_CURRENT_PASSWORD") ??
    (await askPassword(cli, { flag: "--current-password", message: "Current password" }));
  const fresh =
    options.newPassword ?? secretVariable(cli, "TACK_NEW_PASSWORD") ?? (await askNewPassword(cli, "--new-password"));
  const reply = await openApi(cli).call("changePassword", { body: { current_password: current, new_password: fresh } });
  printDone(cli, "Password changed. You have been signed out of all devices; sign in again with: tack login", reply);
}

/** `tack set-username` */
export async function setUsername(cli: Cli, username: string): Promise<void> {
  const api = openApi(cli);
  const user = await api.call("changeUsername", { body: { username } });
  await updateConfig(cli, (saved) =>
    saved.user_id === user.id && saved.server_url === api.server ? { ...saved, username } : saved,
  );
  printDone(cli, `Your username is now ${username}.`, user);
}
