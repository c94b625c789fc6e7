import { openApi } from "../../api/client.js";
import { note, type Cli } from "../../cli.js";
import { readConfig, updateConfig } from "../../config.js";
import { CliError } from "../../errors.js";
import { printDone } from "../../output.js";

/** `tack logout`: always deletes the local credentials, and revokes the session if the server can be reached. */
export async function logout(cli: Cli): Promise<void> {
  const saved = readConfig(cli);
  const api = openApi(cli);
  if (saved.refresh_token !== undefined && saved.server_url === api.server) {
    try {
      await api.call("logout", { body: { refresh_token: saved.refresh_token } });
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      note(cli, `! Could not revoke the session on the server: ${error.message}`);
    }
  }
  await updateConfig(cli, ({ server_url, web_url, timeout }) => ({
    ...(server_url === undefined ? {} : { server_url }),
    ...(web_url === undefined ? {} : { web_url }),
    ...(timeout === undefined ? {} : { timeout }),
  }));
  printDone(cli, "Signed out.", { signed_out: true });
}
