import type { IncomingHttpHeaders } from "node:http";
import { nestsDeeperThan } from "../json-text.js";
import { OutboundError } from "./outbound-error.js";

export interface OutboundResponse {
  /** Where the answer came from, after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Uint8Array;
  text(): string;
  /** Throws an `OutboundError` if it is not valid JSON. */
  json(): unknown;
}

/** As deep as in what is sent to us. */
const MAX_NESTING_DEPTH = 20;

export function createResponse(
  parts: Pick<OutboundResponse, "url" | "status" | "headers" | "bytes">,
): OutboundResponse {
  const { url, bytes } = parts;
  const text = (): string => {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch (error) {
      throw new OutboundError(`${url.host} returned text that is not valid UTF-8.`, { cause: error });
    }
  };
  return { ...parts, text, json: () => parseJson(text(), url.host) };
}

function parseJson(text: string, host: string): unknown {
  if (nestsDeeperThan(MAX_NESTING_DEPTH, text)) {
    throw new OutboundError(`${host} returned JSON that exceeds the maximum nesting depth of ${MAX_NESTING_DEPTH}.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own words repeat what was sent.
    throw new OutboundError(`${host} did not return valid JSON.`, { cause: error });
  }
}
