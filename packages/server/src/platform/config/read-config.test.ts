import { writeFileSync } from "node:fs";
import { inspect } from "node:util";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useMadeUpSettings } from "../../../test/made-up-settings.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { printConfig, readConfig, type Config, type ConfigInput } from "./index.js";

useMadeUpSettings();

function accepted(env: ConfigInput["env"], more: Partial<ConfigInput> = {}): Config {
  const read = readConfig({ env, ...more });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  return read.config;
}

function refused(env: ConfigInput["env"], more: Partial<ConfigInput> = {}): readonly string[] {
  const read = readConfig({ env, ...more });
  return read.ok ? [] : read.problems;
}

function file(content: string | Buffer): string {
  const path = join(temporaryDirectory(), "secret");
  writeFileSync(path, content);
  return path;
}

test("has the contract's defaults when nothing is set", () => {
  const config = accepted({});
  expect(config).toMatchObject({
    port: 8000,
    host: "127.0.0.1",
    dataDir: join(process.cwd(), "data"),
    role: "all",
    databaseUrl: null,
    clickhouseUrl: null,
    redisUrl: null,
    trustedProxies: [],
    jwtSigningAlgorithm: "ES256",
    jwtKeyDir: "/data/keys",
    frontendUrl: "http://localhost:8000",
    corsAllowedOrigins: [],
    maxRequestSizeMb: 10,
    gitCloneToken: null,
    gitCloneTokenUser: "x-access-token",
    gitCloneTokenHosts: [],
    gitCloneTimeout: 60,
    allowInternalGitUrls: false,
    mcpAllowHttpGit: false,
    webhookPublicUrl: null,
    settingImports: [],
  });
});

test("derives the front end from the port", () => {
  expect(accepted({ PORT: "9001" }).frontendUrl).toBe("http://localhost:9001");
  expect(accepted({ FRONTEND_URL: "https://tack.example.com/" }).frontendUrl).toBe("https://tack.example.com");
});

test("keeps the keys beside the data when the launcher asks for it, unless a place is given", () => {
  expect(accepted({ DATA_DIR: "/srv/tack" }, { keysBesideData: true }).jwtKeyDir).toBe("/srv/tack/keys");
  expect(accepted({ JWT_KEY_DIR: "/keys" }, { keysBesideData: true }).jwtKeyDir).toBe("/keys");
});

test("lets an argument win over the environment, and an empty variable count as absent", () => {
  expect(accepted({ PORT: "1234" }, { args: { PORT: "4321" } }).port).toBe(4321);
  expect(accepted({ PORT: "", REDIS_URL: "" })).toMatchObject({ port: 8000, redisUrl: null });
});

test.each([
  [{ PORT: "eighty" }, 'PORT is "eighty": expected an integer from 0 to 65535'],
  [{ PORT: "70000" }, 'PORT is "70000": expected an integer from 0 to 65535'],
  [{ PORT: "-1" }, 'PORT is "-1": expected an integer from 0 to 65535'],
  [{ ROLE: "boss" }, 'ROLE is "boss": expected one of all, api, worker'],
  [{ JWT_SIGNING_ALGORITHM: "HS256" }, 'JWT_SIGNING_ALGORITHM is "HS256": expected one of ES256, RS256'],
  [{ MAX_REQUEST_SIZE_MB: "0" }, 'MAX_REQUEST_SIZE_MB is "0": expected an integer from 1 to 1024'],
  [{ RATE_LIMIT_AUTH: "many" }, 'RATE_LIMIT_AUTH is "many": expected a rate such as 10/minute'],
  [
    { OUTBOUND_ALLOWED_HOSTS: "https://git.internal" },
    'OUTBOUND_ALLOWED_HOSTS is "https://git.internal": expected hosts such as git.internal or git.internal:8443, separated by commas',
  ],
  [
    { TRUSTED_PROXIES: "10.0.0.0/8, proxy.local" },
    'TRUSTED_PROXIES is "10.0.0.0/8, proxy.local": expected IP addresses or subnets such as 10.0.0.0/8, separated by commas',
  ],
  [
    { FRONTEND_URL: "https://tack.example.com/app" },
    'FRONTEND_URL is "https://tack.example.com/app": expected a URL without a path, such as https://tack.example.com',
  ],
  [
    { FRONTEND_URL: "tack.example.com" },
    'FRONTEND_URL is "tack.example.com": expected a URL that starts with http:// or https://',
  ],
])("refuses %j in one line that says what is allowed", (env, line) => {
  expect(refused(env)).toEqual([line]);
});

test("never shows the value of a secret that it refuses", () => {
  const [line = ""] = refused({ DATABASE_URL: "mysql://root:hunter2@db/tack" });
  expect(line).toBe("DATABASE_URL is set (not shown): expected a URL that starts with postgres:// or postgresql://");
});

test("reports everything that is wrong at once", () => {
  expect(refused({ PORT: "x", ROLE: "y" })).toHaveLength(2);
});

test("reads a secret from a file and drops one trailing newline", () => {
  expect(accepted({ SECRET_KEY_FILE: file("s3cret\n\n") }).secretKey?.reveal()).toBe("s3cret\n");
  expect(accepted({ SECRET_KEY_FILE: file("s3cret\r\n") }).secretKey?.reveal()).toBe("s3cret");
});

test.each([
  ["both forms", { SECRET_KEY: "a", SECRET_KEY_FILE: "/b" }, /SECRET_KEY and SECRET_KEY_FILE are mutually exclusive/],
  ["a missing file", { SECRET_KEY_FILE: "/no/such/file" }, /SECRET_KEY_FILE is "\/no\/such\/file": .*ENOENT/],
  ["a file over 64 KiB", { SECRET_KEY_FILE: file("x".repeat(65537)) }, /at most 64 KiB/],
  ["a file that is not UTF-8", { SECRET_KEY_FILE: file(Buffer.from([0xff, 0xfe])) }, /UTF-8/],
])("refuses %s", (_what, env, line) => {
  const problems = refused(env);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(line);
});

test("has no file form where the contract gives none", () => {
  expect(accepted({ PORT_FILE: "/no/such/file" }).port).toBe(8000);
});

test("takes both files of the SAML key pair or neither, and only as files", () => {
  const [key, certificate] = [file("key"), file("certificate")];
  expect(refused({ SAML_SP_PRIVATE_KEY_FILE: key })).toEqual([expect.stringContaining("must be set together")]);
  expect(refused({ SAML_SP_PRIVATE_KEY_FILE: key, SAML_SP_X509_CERT_FILE: certificate })).toEqual([]);
  expect(refused({ SAML_SP_PRIVATE_KEY: "key" })).toEqual([
    "SAML_SP_PRIVATE_KEY is only accepted as a file: set SAML_SP_PRIVATE_KEY_FILE to its path",
  ]);
});

test("calls Provider A where it is, or a test's on this machine", () => {
  const problem = expect.stringContaining("in tests, a loopback URL");
  expect(refused({ PROVIDER_A_DISCOVERY_URL: "https://evil.example.com/" })).toEqual([problem]);
  expect(refused({ PROVIDER_A_DISCOVERY_URL: "https://127.0.0.1.evil.example.com/" })).toEqual([problem]);
  expect(accepted({ PROVIDER_A_DISCOVERY_URL: "http://127.0.0.1:1234/d" }).providerADiscoveryUrl).toContain(":1234");
});

test("reads where the token for repositories may go, and where webhooks come in", () => {
  const env = {
    GIT_CLONE_TOKEN_HOSTS: "github.com/Acme, git.internal:8443",
    WEBHOOK_PUBLIC_URL: "https://hooks.example.com/tack/",
  };
  expect(accepted(env)).toMatchObject({
    gitCloneTokenHosts: ["github.com/acme", "git.internal:8443"],
    webhookPublicUrl: "https://hooks.example.com/tack",
  });
  expect(refused({ MCP_ALLOW_HTTP_GIT: "maybe" })).toEqual(['MCP_ALLOW_HTTP_GIT is "maybe": expected true or false']);
  expect(refused({ GIT_CLONE_TIMEOUT: "x" })).toEqual(['GIT_CLONE_TIMEOUT is "x": expected an integer from 1 to 3600']);
  for (const wrong of ["https://github.com/acme", "github.com/../x", "github.com//x"]) {
    expect(refused({ GIT_CLONE_TOKEN_HOSTS: wrong })).toHaveLength(1);
  }
});

test("ignores variables that it does not know, such as those of another version", () => {
  const env = {
    FUTURE_SWITCH: "maybe",
    FUTURE_SECRET_FILE: "/no/such/file",
  };
  expect(accepted(env).settingImports).toEqual([]);
});

test.each(["api", "worker"])("refuses ROLE=%s on embedded engines, which serve one process", (role) => {
  expect(refused({ ROLE: role })).toEqual([expect.stringMatching(/DATABASE_URL and CLICKHOUSE_URL/)]);
  expect(refused({ ROLE: role, DATABASE_URL: "postgres://db/t", CLICKHOUSE_URL: "http://ch:8123" })).toEqual([]);
});

test("hands variables that feed a setting on, with where they came from", () => {
  const { settingImports } = accepted({
    RATE_LIMIT_AUTH: "7/hour",
    MADE_UP_NAME: "acme,widgets",
    MADE_UP_SECRET_FILE: file("hush"),
  });
  expect(settingImports.map(({ setting, from }) => [setting, from])).toEqual([
    ["security.rate_limit_auth", "environment"],
    ["made_up.name", "environment"],
    ["made_up.secret", "file"],
  ]);
  expect(String(settingImports[2]?.value)).toBe("[secret]");
});

test("is frozen through and through", () => {
  const config = accepted({ TRUSTED_PROXIES: "10.0.0.1" });
  expect(Object.isFrozen(config) && Object.isFrozen(config.trustedProxies)).toBe(true);
});

test("cannot be printed with its secrets", () => {
  const config = accepted({ DATABASE_URL: "postgres://tack:hunter2@db/tack", SECRET_KEY: "hunter2" });
  expect(JSON.stringify(config) + inspect(config, { depth: 9 }) + String(config.secretKey)).not.toContain("hunter2");
});

test("prints every variable with its value, masked if secret, and its source", () => {
  const path = file("postgres://tack:hunter2@db/tack");
  const read = readConfig({ env: { DATABASE_URL_FILE: path, HOST: "0.0.0.0" }, args: { PORT: "9000" } });
  const text = printConfig(read.ok ? read.lines : []);
  expect(text).toMatch(/^PORT +9000 {2}\[argument\]$/m);
  expect(text).toMatch(/^HOST +0\.0\.0\.0 {2}\[environment\]$/m);
  expect(text).toMatch(/^ROLE +all {2}\[default\]$/m);
  expect(text).toMatch(/^REDIS_URL +\(empty\) {2}\[default\]$/m);
  expect(text).toContain(`[secret]  [file ${path}]`);
  expect(text).not.toContain("hunter2");
});

test("spells hosts that may be called as addresses do", () => {
  const hosts = "Git.Internal, git.internal:08443, ::1, [::1]:80, 127.1:80, bücher.example";
  expect(accepted({ OUTBOUND_ALLOWED_HOSTS: hosts }).outboundAllowedHosts).toEqual([
    "git.internal",
    "git.internal:8443",
    "[::1]",
    "[::1]:80",
    "127.0.0.1:80",
    "xn--bcher-kva.example",
  ]);
  for (const wrong of ["a b", "host:", "host:0", "host:65536", "host:x", "user@host", "host/path", "[::1", "*"]) {
    expect([wrong, refused({ OUTBOUND_ALLOWED_HOSTS: wrong }).length]).toEqual([wrong, 1]);
  }
});
