import { gunzip } from "node:zlib";
import { promisify } from "node:util";
import { PassThrough, type Readable } from "node:stream";
import { Answer, type Call } from "../platform/http/index.js";
import { GitExit } from "../platform/git/index.js";
import { ServiceError } from "../platform/service-error.js";
import { advertisementStart, isFetch, isGitRequest, isPush, protocolOf } from "./core/git-request.js";
import { withGit } from "./find-catalogue.js";
import { OWN_REFS, unlessReplaced } from "./local-copies.js";
import type { MarketplaceDeps } from "./marketplace-deps.js";
import type { StoredRepository } from "./repository-store.js";

/** Names of commits that a client has, fifty bytes each: as many as git ever sends. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

const CONFIG = {
  // A sparse checkout of one plugin needs no more than that plugin.
  "uploadpack.allowFilter": "true",
  "uploadpack.allowAnySHA1InWant": "false",
  "transfer.hideRefs": OWN_REFS,
  // Several processes may serve at once, and none may take all processors.
  "pack.threads": "1",
  // The directory may belong to another user of a container.
  "safe.directory": "*",
};

type ServeDeps = Pick<MarketplaceDeps, "copies" | "git" | "queue" | "log">;

export type GitAnswer = Promise<Answer<AsyncIterable<Uint8Array>>>;

/** `GET …/info/refs?service=git-upload-pack` */
export async function advertise(
  deps: ServeDeps,
  { service }: { readonly service?: string | undefined },
  { headers }: Pick<Call, "headers">,
  find: () => Promise<StoredRepository>,
): GitAnswer {
  if (isPush(service)) throw readOnly();
  if (!isFetch(service)) {
    throw new ServiceError(
      "not_found",
      "This repository is served over git's smart HTTP protocol only. Clone it with git 1.6.6 or newer.",
    );
  }
  const protocol = protocolOf(headers["git-protocol"]);
  return serve(deps, find, {
    args: ["upload-pack", "--stateless-rpc", "--http-backend-info-refs", "."],
    protocol,
    start: advertisementStart(protocol),
    type: "application/x-git-upload-pack-advertisement",
  });
}

/** `POST …/git-upload-pack` */
export async function uploadPack(
  deps: ServeDeps,
  body: Uint8Array,
  { headers }: Pick<Call, "headers">,
  find: () => Promise<StoredRepository>,
): GitAnswer {
  const input = headers["content-encoding"]?.toLowerCase() === "gzip" ? await inflated(body) : body;
  if (input.length > MAX_REQUEST_BYTES) throw tooLarge();
  if (!isGitRequest(input)) {
    throw new ServiceError("malformed_request", "The body is not a git request. Clone this address with git.");
  }
  return serve(deps, find, {
    args: ["upload-pack", "--stateless-rpc", "."],
    protocol: protocolOf(headers["git-protocol"]),
    start: "",
    type: "application/x-git-upload-pack-result",
    input,
  });
}

const readOnly = (): ServiceError =>
  new ServiceError(
    "read_only",
    "This repository is read-only, because it is made from the catalogue. Publish through the registry instead.",
  );

export const refusePush = (): never => {
  throw readOnly();
};

const unzip = promisify(gunzip);
const tooLarge = (): ServiceError =>
  new ServiceError(
    "payload_too_large",
    "The request names more commits than this repository can have. Clone it again.",
  );

async function inflated(body: Uint8Array): Promise<Uint8Array> {
  try {
    return await unzip(body, { maxOutputLength: MAX_REQUEST_BYTES });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new ServiceError(
      "malformed_request",
      "The body is not valid gzip data. Compress it again, or send it as it is.",
    );
  }
}

interface Served {
  readonly args: readonly string[];
  readonly protocol: string | undefined;
  readonly start: string;
  readonly type: string;
  readonly input?: Uint8Array;
}

/** Git's own answer, as it comes. The copy stays, and the place in the queue is taken, until all of it is sent. */
async function serve(deps: ServeDeps, find: () => Promise<StoredRepository>, served: Served): GitAnswer {
  const { copies, queue } = deps;
  const place = queue.enter();
  const output = new PassThrough();
  try {
    const copy = await withGit(() => unlessReplaced(async () => copies.open(await find())));
    if (served.start !== "") output.write(served.start);
    void queue
      .inTurn(() => answerWith(deps, copy.directory, served, output))
      .catch((error: Error) => output.destroy(error))
      .finally(() => {
        copy.release();
        place.leave();
      });
  } catch (error) {
    place.leave();
    throw error;
  }
  return new Answer<AsyncIterable<Uint8Array>>(output, {
    headers: {
      "content-type": served.type,
      "cache-control": "no-cache, max-age=0, must-revalidate",
      "x-accel-buffering": "no",
    },
  });
}

async function answerWith(
  { git, log }: ServeDeps,
  directory: string,
  { args, protocol, input = new Uint8Array() }: Served,
  output: PassThrough,
): Promise<void> {
  if (output.destroyed) return;
  const answer = git.stream(directory, args, {
    config: CONFIG,
    input,
    ...(protocol === undefined ? {} : { protocol }),
  });
  let isBegun = false;
  answer.once("data", () => (isBegun = true));
  answer.on("error", (error) => {
    log.warn({ err: error }, "git failed while it served a repository");
    // Git has told the client why, in what it has sent. Anything else must not look like a complete answer.
    if (error instanceof GitExit && isBegun) output.end();
    else output.destroy(error);
  });
  await sent(answer, output);
}

/** Longer than a pause of any network that a transfer survives. */
const MAX_PAUSE_MS = 60_000;

/** Resolves when all is sent, or nobody reads any more. */
function sent(answer: Readable, output: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    let pause: NodeJS.Timeout | undefined;
    const goOn = (): void => {
      clearTimeout(pause);
      pause = undefined;
    };
    answer.pipe(output);
    // Clients that have stopped reading must not keep others waiting for their turn.
    answer.on("data", () => {
      if (!output.writableNeedDrain) return;
      pause ??= setTimeout(() => output.destroy(new Error("the client has stopped reading")), MAX_PAUSE_MS);
    });
    output.on("drain", goOn);
    output.on("close", () => {
      goOn();
      answer.destroy();
      resolve();
    });
  });
}
