import { wordsOf } from "../words-of.js";

export interface Variable {
  readonly name: string;
  readonly description: string;
}

const NAME = /^[A-Z][A-Z0-9_]+$/u;
const MAX_LENGTH = 100;
const OTHERS_PREFIX =
  /^(?:CI_|NPM_|PIP_|DOCKER_|GITHUB_ACTIONS|GITHUB_WORKSPACE|VITEST|JEST|PYTEST|LC_|XDG_|VSCODE_|UV_|NEXT_RUNTIME)/u;
/** Names that shells, runtimes and build tools give values to, for every program. */
const OTHERS = wordsOf(`
  PATH HOME USER USERNAME USERPROFILE SHELL PWD TMP TEMP TMPDIR LANG TERM TZ EDITOR APPDATA LOCALAPPDATA
  PROGRAMFILES PROGRAMDATA SYSTEMROOT COMSPEC OS HOSTNAME DISPLAY LOGNAME PORT HOST DEBUG CI NODE_ENV ENV
  ENVIRONMENT LOG_LEVEL LOGLEVEL VERBOSE NO_COLOR FORCE_COLOR NODE_OPTIONS NODE_PATH
  NODE_TLS_REJECT_UNAUTHORIZED NODE_EXTRA_CA_CERTS PYTHONPATH PYTHONUNBUFFERED PYTHONIOENCODING
  PYTHONDONTWRITEBYTECODE VIRTUAL_ENV GOPATH GOROOT GOOS GOARCH JAVA_HOME DOCKER HTTP_PROXY HTTPS_PROXY
  NO_PROXY ALL_PROXY SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE PREFIX`);

function isVariable(name: string): boolean {
  return name.length <= MAX_LENGTH && NAME.test(name) && !OTHERS.has(name) && !OTHERS_PREFIX.test(name);
}

/** Each once, in the order in which they were found, with the first description that says something. */
export function mergeVariables(found: readonly Variable[]): Variable[] {
  const merged = new Map<string, Variable>();
  for (const { name, description } of found) {
    if (!isVariable(name)) continue;
    const before = merged.get(name);
    if (!before || before.description === "") merged.set(name, { name, description });
  }
  return [...merged.values()];
}
