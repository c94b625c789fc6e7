import { OutboundError, OutboundRefusal, type Outbound } from "../outbound/index.js";
import { GitError } from "./git-error.js";

export interface Location {
  readonly url: URL;
  /** Where connections to its host go, whatever its name resolves to by then. */
  readonly addresses: readonly string[];
}

export interface LocateRules {
  readonly plainHttp: boolean;
  readonly timeoutMs: number;
  readonly authorization: (url: URL) => string | undefined;
}

const SERVICE = "/info/refs?service=git-upload-pack";
/** What a server without version 2 of the protocol sends: a line for each branch and tag. */
const MAX_ADVERTISED_BYTES = 32 * 1024 * 1024;

/**
 * Asks the host whether the repository is there, and where: hosts redirect renamed repositories. Git itself follows nothing,
 * because only here every address on the way is checked.
 */
export async function locateRepository(outbound: Outbound, given: string, rules: LocateRules): Promise<Location> {
  const { plainHttp, timeoutMs } = rules;
  const address = withoutSlash(requireHttp(given));
  const authorization = URL.canParse(address) ? rules.authorization(new URL(address)) : undefined;
  try {
    const answer = await outbound.fetch(address + SERVICE, {
      headers: { "git-protocol": "version=2", ...(authorization ? { authorization } : {}) },
      timeoutMs,
      maxBytes: MAX_ADVERTISED_BYTES,
      plainHttp,
    });
    refuseOtherAnswers(answer.status, answer.headers["content-type"], answer.url.host);
    const url = repositoryOf(answer.url);
    return { url, addresses: await outbound.admit(url.href, { plainHttp }) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new GitError(error.message, { mayPass: !(error instanceof OutboundRefusal), cause: error });
  }
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, "");

function requireHttp(given: string): string {
  if (/^https?:\/\//i.test(given)) return given;
  throw new GitError("Only https:// repositories can be fetched. Use the https:// URL of the repository.", {
    mayPass: false,
  });
}

function refuseOtherAnswers(status: number, type: string | undefined, host: string): void {
  if (status === 200 && type?.startsWith("application/x-git-upload-pack-advertisement")) return;
  if (status === 200) throw new GitError(`${host} has no git repository at this address.`, { mayPass: true });
  const reason =
    status === 401 || status === 403 || status === 404
      ? "the repository does not exist, or the server has no access to it"
      : `it answered with status ${status}`;
  throw new GitError(`The repository could not be fetched from ${host}: ${reason}.`, { mayPass: true });
}

function repositoryOf(found: URL): URL {
  const url = new URL(found);
  url.pathname = url.pathname.replace(/\/info\/refs$/, "");
  url.search = "";
  return url;
}
