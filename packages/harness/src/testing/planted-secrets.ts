/** Made-up secrets as people and programs write them; put together here, so that scanners of this repository find none. */
export interface PlantedSecret {
  readonly what: string;
  readonly secret: string;
  /** What stands around it. */
  readonly text: string;
}

const RANDOM = "q7Zp2LxV9bNc4TmK8sWd3HfJ6yRg5AeU1oXvBn0Mw2QtYkEiPzSa";
const HEX = "9f8b2c7d4e1a6053b7c8d9e2f1a4b6c3d5e7f80912ab34cd56ef7089a1b2c3d4";
const CAPITALS = "Z7QW4TLMN2XYR5PDKB3VHJ6SFGCA";

/** Characters as if drawn by lot, others for each number. */
export function randomText(length: number, seed = 0, alphabet = RANDOM): string {
  const from = (seed * 7) % alphabet.length;
  const turned = alphabet.slice(from) + alphabet.slice(0, from);
  return turned.repeat(Math.ceil(length / turned.length)).slice(0, length);
}

/** An HS256 header, and a payload with a subject and a time. */
const jwt = ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJzdWIiOiJhZGEiLCJpYXQiOjE3MDAwMDAwMDB9", randomText(43)].join(
  ".",
);

const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${randomText(64, 1)}\n${randomText(64, 2)}\n-----END RSA PRIVATE KEY-----`;

/** Tokens that tell by themselves what they are. */
const TOKENS: Readonly<Record<string, string>> = {
  "GitHub classic": `ghp_${randomText(36)}`,
  "GitHub app": `ghs_${randomText(36, 1)}`,
  "GitHub fine-grained": `github_pat_11ABCDEFG0${randomText(20)}_${randomText(50)}`,
  "AWS access key": `AKIA${randomText(16, 0, CAPITALS)}`,
  Anthropic: `sk-ant-api03-${randomText(60)}`,
  "OpenAI project": `sk-proj-${randomText(48)}`,
  OpenRouter: `sk-or-v1-${HEX}`,
  Google: `AIza${randomText(35)}`,
  "Slack bot": ["xoxb", "918273645012", "564738291034", randomText(24)].join("-"),
  Stripe: `sk_live_${randomText(24)}`,
  npm: `npm_${randomText(36)}`,
  Groq: `gsk_${randomText(52)}`,
  xAI: `xai-${randomText(80)}`,
  "Telegram bot": `8172635490:AA${randomText(33)}`,
  age: `AGE-SECRET-KEY-1${randomText(58, 0, CAPITALS)}`,
  GitLab: `glpat-${randomText(20)}`,
  "Hugging Face": `hf_${randomText(34)}`,
  SendGrid: `SG.${randomText(22)}.${randomText(43)}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${randomText(60)}`,
  DigitalOcean: `dop_v1_${HEX}`,
  Databricks: `dapi${HEX.slice(0, 32)}`,
  Tackroom: `tack_live_${randomText(43)}`,
  JWT: jwt,
};

/** `~` stands for the secret. */
const SENTENCES: readonly (readonly [what: string, text: string, secret: string])[] = [
  ["JSON password", '{"user": "ada", "password": "~"}', "hunter2-Blue"],
  ["curl with spaces in quotes", "curl --user 'ada:~' https://api.acme.test", "blue Hunter 22"],
  ["cookie", "curl -H 'Cookie: lang=en; session=~' https://acme.test", randomText(32, 9)],
  ["cookie that is set", "Set-Cookie: sid=~; Path=/; HttpOnly", randomText(40, 10)],
  ["JSON cookie", '{"Cookie": "connect.sid=~"}', randomText(36, 11)],
  ["short name", "user: ada\npw: ~", "hunter2Blue"],
  ["personal access token", "AZURE_DEVOPS_EXT_PAT=~", randomText(52, 12).toLowerCase()],
  ["redis.conf", "requirepass ~", "blue-hunter-22"],
  [".pgpass", "db.acme.test:5432:shop:ada:~", "hunter2-Blue"],
  ["token in an address", "git clone https://~@git.acme.test/a/b.git", randomText(40, 13)],
  ["storage signature", "https://acme.blob.core.windows.net/a?sv=2024-01-01&sig=~&se=2026", `${randomText(43, 14)}%3D`],
  ["JSON password of letters", '{"password":"~"}', "opensesame"],
  ["JSON SecretAccessKey", '{"SecretAccessKey": "~"}', `${randomText(38)}/+`],
  ["JSON in JSON", String.raw`"{\"SecretAccessKey\": \"~\"}"`, `${randomText(38, 3)}/+`],
  ["JSON in JSON in JSON", String.raw`{\\\"client_secret\\\":\\\"~\\\"}`, randomText(40, 4)],
  ["YAML password", "database:\n  user: app\n  password: ~\n  port: 5432", "Tr0ub4dor&3"],
  ["quoted YAML password", "password: '~'", "correct-Horse9"],
  ["PGPASSWORD", "PGPASSWORD=~ psql -h db.acme.test", "s3cr3tpw"],
  ["DB_PASS", "export DB_PASS=~", "blue-hunter"],
  ["MYSQL_PWD", "MYSQL_PWD=~ mysqldump app", "k9f3jd82"],
  ["SECRET_KEY_BASE", "SECRET_KEY_BASE=~", HEX + HEX],
  ["an .env file", 'API_URL=https://api.acme.test\nACME_API_KEY="~"\nDEBUG=1', randomText(32)],
  ["--password", "createuser --login --password ~ ada", "hunter2-Blue"],
  ["--password=", "cli login --user ada --password=~", "hunter2-Blue"],
  ["--token", "gh auth login --token ~", randomText(30)],
  ["an option in a list", '["--api-key", "~"]', randomText(32)],
  ["curl -u", "curl -sS -u ada:~ https://api.acme.test/v1", "hunter2-Blue"],
  ["curl --user, over lines", 'curl -X POST \\\n  --user "ada:~" \\\n  https://api.acme.test', "k9f3jd82"],
  ["mysql -p", "mysql -u root -p~ app < dump.sql", "Tr0ub4dor"],
  ["sshpass", "sshpass -p '~' ssh ada@db.acme.test", "Tr0ub4dor&3"],
  ["redis-cli", "redis-cli -h cache.acme.test -a ~ ping", "k9f3jd82x"],
  ["aws configure", "aws configure set aws_secret_access_key ~", `${randomText(38, 5)}/+`],
  ["an AWS credentials file", "[default]\naws_secret_access_key = ~", `${randomText(38, 6)}/+`],
  [
    "an Azure connection string",
    "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=~;EndpointSuffix=core.windows.net",
    `${randomText(86, 7)}==`,
  ],
  ["a SQL Server connection string", "Server=db.acme.test;User Id=app;Password=~;Encrypt=true", "Tr0ub4dor&3x"],
  ["a password in a URL", "postgres://app:~@db.acme.test:5432/app", "hunter2-Blue"],
  ["one with a slash", "postgres://app:~@db.acme.test/app", "pa/ss9wd/x"],
  ["one with an at sign", "amqp://app:~@mq.acme.test/%2f", "p@ss9wd"],
  ["one without a user", "redis://:~@cache.acme.test:6379/0", "s3cr3tvalue"],
  ["an address in JSON", String.raw`{"url":"https:\/\/ada:~@git.acme.test\/r.git"}`, "k9f3jd82"],
  ["a bearer token", "Authorization: Bearer ~", randomText(40)],
  ["a hexadecimal bearer token", "curl -H 'Authorization: Bearer ~'", HEX.slice(0, 40)],
  ["basic credentials", "Authorization: Basic ~", "YWRhOmh1bnRlcjItQmx1ZQ=="],
  ["a header", "X-API-Key: ~", randomText(32)],
  ["a query", "GET /v1/items?api_key=~&page=2", randomText(24)],
  ["XML", "<connection><password>~</password></connection>", "hunter2-Blue"],
  ["SQL", "CREATE USER ada WITH PASSWORD '~';", "hunter2-Blue"],
  ["MySQL", "CREATE USER 'ada'@'%' IDENTIFIED BY '~';", "hunter2-Blue"],
  ["npmrc", "//registry.npmjs.org/:_authToken=~", randomText(36)],
  ["netrc", "machine api.acme.test login ada password ~", "hunter2-Blue"],
  ["Terraform", 'variable "x" {}\nmaster_password = "~"', "hunter2-Blue"],
  ["Python", 'client = Client(api_key="~")', randomText(32)],
  ["TypeScript", "const clientSecret: string = '~';", randomText(32)],
  ["a Slack webhook", "https://hooks.slack.com/services/T02A9QX7K/B03B8RY6L/~", randomText(24)],
  ["spoken of", "The admin password is ~, please log in.", "hunter2-Blue"],
  ["coloured output", "\u001b[32m~\u001b[0m", `ghp_${randomText(36, 2)}`],
  ["an encoded query", "redirect?u=https%3A%2F%2Fx.test%3Ftoken%3D~", `ghp_${randomText(36, 3)}`],
  ["PASS by itself", "export PASS=~", "hunter22"],
  ["a mail server's", '{"auth":{"user":"ada","pass":"~"}}', "hunter22"],
  ["Pwd in a connection string", "Server=db.acme.test;Uid=app;Pwd=~;", "hunter22"],
  ["another scheme", "Authorization: Token ~", HEX.slice(0, 40)],
  ["a Kubernetes secret", "kubectl create secret generic x --from-literal=api-key=~", "abc123xyz789"],
  [
    "a password for a container registry",
    '{"auths": {"ghcr.io": {"auth": "~"}}}',
    "Ym9iOmdocF9hQjNkRTZnSDlqSzJtTjVwUTg=",
  ],
  ["a coloured name", "\u001b[32mAPI_KEY\u001b[0m=~", HEX.slice(0, 32)],
  ["a name that grep found", "\u001b[01;31m\u001b[KDB_PASS\u001b[m\u001b[K=~", "blue-hunter"],
  ["a line that git diff added", "\u001b[32m+\u001b[m\u001b[32mDB_PASS=~\u001b[m", "blue-hunter"],
  ["a passphrase", '{"passphrase": "~"}', "correct horse battery staple"],
];

export const PLANTED_SECRETS: readonly PlantedSecret[] = [
  ...Object.entries(TOKENS).map(([what, secret]) => ({ what, secret, text: `export X=${secret}` })),
  ...Object.entries(TOKENS).map(([what, secret]) => ({
    what: `${what}, on a line`,
    secret,
    text: `Use this:\n${secret}\nand go on`,
  })),
  ...SENTENCES.map(([what, text, secret]) => ({ what, secret, text: text.replace("~", () => secret) })),
  { what: "a private key", secret: randomText(64, 2), text: PEM },
  { what: "a private key in one line", secret: randomText(64, 2), text: PEM.replaceAll("\n", String.raw`\n`) },
];

/** What looks like a secret at first, and is none: examples, references, code and prose. */
export const HARMLESS_TEXTS: readonly string[] = [
  "postgres://postgres:test@localhost/test",
  "postgres://postgres:postgres@localhost:5432/app",
  "postgres://user:pass@localhost/db",
  "postgres://app:changeme@127.0.0.1/app",
  "postgres://user:password@host/db",
  "postgres://user:${PASS}@host/db",
  "mysql://root:root@db:3306/app",
  "redis://:authpassword@127.0.0.1:6380/4",
  "http://localhost:3000/@scope/package",
  "https://registry.npmjs.org:443/@types/node",
  "password: string",
  '{"auth": "bm90IGEgcGFzc3dvcmQ="}',
  "password: z.string().min(8)",
  "password: user.password,",
  "password: hashedPassword,",
  "const token = readToken(request);",
  "token = process.env.GITHUB_TOKEN",
  'password: "${DB_PASSWORD}"',
  "password: required",
  "The password is required.",
  "Pass the --password option to the command.",
  "--token TOKEN",
  "DB_PASSWORD=$OTHER",
  "API_KEY=your-api-key-here",
  "API_KEY=<your key>",
  "SECRET_KEY=changeme",
  "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "sk-ant-...",
  "sk-folding-cube-animation-container-01",
  "Bearer authentication-is-required-for-this",
  "Authorization: Bearer ${TOKEN}",
  "Authorization: Bearer <token>",
  "Basic authentication",
  "git checkout 3f786850e387550fdab836ed7e6dc881de23001b",
  '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
  "max_tokens: 4096, token_budget: 100000",
  '{"input_tokens": 1200, "output_tokens": 45}',
  '{"key": "value", "cache_key": "3f786850e387550fdab836ed7e6dc881de23001b"}',
  '["username", "password", "email"]',
  '<input type="password" name="password" placeholder="Password">',
  '{"password": "Enter your password"}',
  "if (password === confirmPassword) return;",
  "tokens.map((token) => token.value)",
  "PWD=/home/ada/project2",
  '{"pwd": "/work/app2", "pass": 12, "pw": "no"}',
  "pass: true",
  "12 pass, 3 fail",
  "primary key: id",
  "docker run -p 8080:80 nginx",
  "mysql -u root -p app",
  "curl -u $USER:$PASS https://api.acme.test",
  "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
  "eyJhbGciOiJIUzI1NiJ9 is how a token begins",
  "https://example.com/a?b=c",
  "Cookie: lang=en; theme=dark; consent=accepted",
  "cookie: The session cookie is set by the server",
  "http://127.0.0.1:5432:shop:",
  "https://registry.acme.test/a-long-name-of-a-package@1.2.3/index.js",
  "requirepass foobared-or-your-password",
  "GITHUB_PAT=$TOKEN",
  "author: Ada <ada@example.com>",
];
