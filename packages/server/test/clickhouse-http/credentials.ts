import { Secret } from "../../src/platform/config/index.js";

/** With a password that has to be escaped in a URL. */
export const TEST_CREDENTIALS = { user: "tack", password: "s3cret:ü" } as const;

/** With a database that does not exist yet, as an operator would give it. */
export function clickhouseUrl(server: string, database = "tackroom"): Secret {
  const url = new URL(`/${database}`, server);
  url.username = TEST_CREDENTIALS.user;
  url.password = encodeURIComponent(TEST_CREDENTIALS.password);
  return new Secret(url.href);
}
