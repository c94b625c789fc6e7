import { shorten } from "@tackroom/contract/shorten";
/** A call to another server failed. The message is written for the user who provided the URL. */
export class OutboundError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "OutboundError";
  }
}

/** The guard does not let the call out: trying again does not help until the operator or the address changes. */
export class OutboundRefusal extends OutboundError {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "OutboundRefusal";
  }
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "closed the connection",
  EPIPE: "closed the connection",
  UND_ERR_SOCKET: "closed the connection",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "sent a body that does not match its Content-Length",
  UND_ERR_HEADERS_OVERFLOW: "sent headers that are too large",
  UND_ERR_CONNECT_TIMEOUT: "is not responding",
  ETIMEDOUT: "is not responding",
  EHOSTUNREACH: "is unreachable",
  ENETUNREACH: "is unreachable",
  EADDRNOTAVAIL: "is unreachable",
  EPROTO: "does not support TLS on this port",
  ERR_SSL_WRONG_VERSION_NUMBER: "does not support TLS on this port",
};

/** What the client library or the system says of a failure, in our words. */
export function asOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code = "", syscall, name, message } = error as Error & { code?: string; syscall?: string };
  // Of whatever else keeps a connection from being made, the message has the IP address.
  const known = CODES[code] ?? (syscall === "connect" ? "is unreachable" : undefined);
  if (known) return new OutboundError(`${host} ${known}.`, { cause: error });
  if (name === "HTTPParserError")
    return new OutboundError(`${host} returned an invalid HTTP response.`, { cause: error });
  if (/^(Z_|ERR_BROTLI_|ERR__ERROR_)/.test(code)) {
    return new OutboundError(`${host} sent a body that cannot be decompressed.`, { cause: error });
  }
  return new OutboundError(`The request to ${host} failed: ${printable(message)}`, { cause: error });
}

const MAX_QUOTE_LENGTH = 200;

/** What a stranger wrote, for a reason that people read: short, and without anything that a terminal would obey. */
export function printable(text: string): string {
  return shorten(text.replace(/[^\x20-\x7e]/g, "?"), MAX_QUOTE_LENGTH);
}
