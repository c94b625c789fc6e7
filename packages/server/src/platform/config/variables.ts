import { join } from "node:path";
import * as parse from "./parsers.js";
import type { Parse } from "./parsers.js";
import type { Secret } from "./secret.js";

export interface Variable<T> {
  readonly name: string;
  readonly parse: Parse<T>;
  /** Text as an operator would write it, or computed from the variables above it; absent: the value is null. */
  readonly default?: string | ((above: (key: string) => unknown) => string);
  readonly isSecret?: boolean;
  /** Also accepted as NAME_FILE, the path of a file that holds the value. */
  readonly hasFileForm?: boolean;
}

type Optional<T> = Omit<Variable<T | null>, "default">;

const given = <T>(variable: Variable<T> & { default: NonNullable<Variable<T>["default"]> }): Variable<T> => variable;
const optional = <T>(variable: Optional<T>): Variable<T | null> => variable;
const storeUrl = (name: string, ...protocols: string[]): Variable<Secret | null> =>
  optional({ name, parse: parse.secretUrl(...protocols), isSecret: true, hasFileForm: true });
const sealed = (name: string): Variable<Secret | null> =>
  optional({ name, parse: parse.secret, isSecret: true, hasFileForm: true });

const PROVIDER_A_DISCOVERY_URL = "https://accounts.google.com/.well-known/openid-configuration";

/** The server variables of the contract (§12), in its order. Those that feed a setting are in `setting-imports.ts`. */
export const VARIABLES = {
  port: given({ name: "PORT", parse: parse.wholeNumber(0, 65535), default: "8000" }),
  host: given({ name: "HOST", parse: parse.text, default: "127.0.0.1" }),
  dataDir: given({ name: "DATA_DIR", parse: parse.directory, default: "./data" }),
  role: given({ name: "ROLE", parse: parse.oneOf("all", "api", "worker"), default: "all" }),
  databaseUrl: storeUrl("DATABASE_URL", "postgres", "postgresql"),
  clickhouseUrl: storeUrl("CLICKHOUSE_URL", "http", "https"),
  redisUrl: storeUrl("REDIS_URL", "redis", "rediss"),
  secretKey: sealed("SECRET_KEY"),
  oldSecretKey: sealed("OLD_SECRET_KEY"),
  jwtKeyPassword: sealed("JWT_KEY_PASSWORD"),
  oldJwtKeyPassword: sealed("OLD_JWT_KEY_PASSWORD"),
  bootstrapToken: sealed("BOOTSTRAP_TOKEN"),
  starterSkill: given({ name: "STARTER_SKILL", parse: parse.flag, default: "true" }),
  trustedProxies: given({ name: "TRUSTED_PROXIES", parse: parse.commaList(parse.addressOrSubnet), default: "" }),
  jwtSigningAlgorithm: given({
    name: "JWT_SIGNING_ALGORITHM",
    parse: parse.oneOf("ES256", "RS256"),
    default: "ES256",
  }),
  jwtKeyDir: given({ name: "JWT_KEY_DIR", parse: parse.directory, default: "/data/keys" }),
  frontendUrl: given({
    name: "FRONTEND_URL",
    parse: parse.origin,
    default: (above) => `http://localhost:${String(above("port"))}`,
  }),
  corsAllowedOrigins: given({
    name: "CORS_ALLOWED_ORIGINS",
    parse: parse.commaList(parse.origin),
    default: "",
  }),
  maxRequestSizeMb: given({ name: "MAX_REQUEST_SIZE_MB", parse: parse.wholeNumber(1, 1024), default: "10" }),
  providerADiscoveryUrl: given({
    name: "PROVIDER_A_DISCOVERY_URL",
    parse: parse.loopbackOr(PROVIDER_A_DISCOVERY_URL),
    default: PROVIDER_A_DISCOVERY_URL,
  }),
  providerBWebUrl: given({
    name: "PROVIDER_B_WEB_URL",
    parse: parse.baseUrl,
    default: "https://github.com",
  }),
  providerBApiUrl: given({
    name: "PROVIDER_B_API_URL",
    parse: parse.baseUrl,
    default: "https://api.github.com",
  }),
  gitCloneToken: sealed("GIT_CLONE_TOKEN"),
  gitCloneTokenUser: given({ name: "GIT_CLONE_TOKEN_USER", parse: parse.text, default: "x-access-token" }),
  gitCloneTokenHosts: given({ name: "GIT_CLONE_TOKEN_HOSTS", parse: parse.commaList(parse.hostAndOwner), default: "" }),
  gitCloneTimeout: given({ name: "GIT_CLONE_TIMEOUT", parse: parse.wholeNumber(1, 3600), default: "60" }),
  allowInternalGitUrls: given({ name: "ALLOW_INTERNAL_GIT_URLS", parse: parse.flag, default: "false" }),
  mcpAllowHttpGit: given({ name: "MCP_ALLOW_HTTP_GIT", parse: parse.flag, default: "false" }),
  webhookPublicUrl: optional({ name: "WEBHOOK_PUBLIC_URL", parse: parse.baseUrl }),
  outboundAllowedHosts: given({
    name: "OUTBOUND_ALLOWED_HOSTS",
    parse: parse.commaList(parse.hostAndPort),
    default: "",
  }),
  logLevel: given({
    name: "LOG_LEVEL",
    parse: parse.oneOf("trace", "debug", "info", "warn", "error", "silent"),
    default: "info",
  }),
} as const;

/** `npm start` and `tack server start` keep the keys beside the data (contract §12). */
export const jwtKeysBesideData = (dataDir: string): string => join(dataDir, "keys");
