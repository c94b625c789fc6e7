import { isIP, isIPv6 } from "node:net";
import { resolve } from "node:path";
import { isLoopback } from "@tackroom/contract";
import { Secret } from "./secret.js";

/** Thrown by a parser; the message completes "NAME is …: expected". */
export class Refused extends Error {}

export type Parse<T> = (text: string) => T;

export function wholeNumber(min: number, max: number): Parse<number> {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new Refused(`an integer from ${min} to ${max}`);
    }
    return value;
  };
}

export function oneOf<const T extends string>(...allowed: readonly T[]): Parse<T> {
  return (text) => {
    const found = allowed.find((value) => value === text);
    if (found === undefined) throw new Refused(`one of ${allowed.join(", ")}`);
    return found;
  };
}

export const text: Parse<string> = (value) => value;

export const secret: Parse<Secret> = (value) => new Secret(value);

export const directory: Parse<string> = (value) => resolve(value);

export const flag: Parse<boolean> = (value) => {
  if (/^(true|1|yes|on)$/i.test(value)) return true;
  if (/^(false|0|no|off)$/i.test(value)) return false;
  throw new Refused("true or false");
};

function url(...protocols: readonly string[]): Parse<string> {
  return (value) => {
    const wanted = `a URL that starts with ${protocols.map((protocol) => `${protocol}://`).join(" or ")}`;
    if (!URL.canParse(value)) throw new Refused(wanted);
    if (!protocols.includes(new URL(value).protocol.slice(0, -1))) throw new Refused(wanted);
    return value;
  };
}

/** An address that only a test may replace, by a server on this machine. */
export function loopbackOr(fixed: string): Parse<string> {
  return (value) => {
    if (value === fixed) return value;
    const parsed = url("http", "https")(value);
    if (!isLoopback(new URL(parsed))) throw new Refused(`${fixed} or, in tests, a loopback URL`);
    return parsed;
  };
}

/** What paths are added to. */
export const baseUrl: Parse<string> = (value) => url("http", "https")(value).replace(/(?<!\/)\/+$/, "");

/** Addresses of stores carry a password more often than not. */
export function secretUrl(...protocols: readonly string[]): Parse<Secret> {
  const parse = url(...protocols);
  return (value) => new Secret(parse(value));
}

/** Scheme, host and port without a path: what a browser sends as `Origin`. */
export const origin: Parse<string> = (value) => {
  const parsed = new URL(url("http", "https")(value));
  if (parsed.pathname !== "/" || parsed.search !== "" || parsed.hash !== "") {
    throw new Refused("a URL without a path, such as https://tack.example.com");
  }
  return parsed.origin;
};

export function commaList<T>(item: Parse<T>): Parse<readonly T[]> {
  return (value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(item);
}

export const addressOrSubnet: Parse<string> = (value) => {
  const [address = "", prefix, ...rest] = value.split("/");
  // A zone (fe80::1%eth0) is an interface of one machine: no list of addresses can hold it.
  const family = address.includes("%") ? 0 : isIP(address);
  const longest = family === 6 ? 128 : 32;
  const prefixFits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
  if (family === 0 || !prefixFits || rest.length > 0) {
    throw new Refused("IP addresses or subnets such as 10.0.0.0/8, separated by commas");
  }
  return value;
};

export const rate: Parse<string> = (value) => {
  if (!/^[1-9]\d{0,5}\/(second|minute|hour)$/.test(value)) throw new Refused("a rate such as 10/minute");
  return value;
};

/** `host` or `host:port`, spelled as the addresses that are compared with it. */
export const hostAndPort: Parse<string> = (value) => {
  const bracketed = isIPv6(value) ? `[${value}]` : value;
  const [, host = "", port] = /^(\[[^\]]*\]|[^:/?#@*\s]+)(?::(\d{1,5}))?$/.exec(bracketed) ?? [];
  if (host === "" || !URL.canParse(`http://${host}`) || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) {
    throw new Refused("hosts such as git.internal or git.internal:8443, separated by commas");
  }
  const { hostname } = new URL(`http://${host}`);
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
};

/** Where a credential may be sent: a host, and what the paths of its repositories start with. */
export const hostAndOwner: Parse<string> = (value) => {
  const [host = "", ...path] = value.replace(/(?<!\/)\/+$/, "").split("/");
  if (path.some((part) => part === "" || part === ".." || /[^A-Za-z0-9._~-]/.test(part))) {
    throw new Refused("prefixes such as git.example.com/team, separated by commas");
  }
  return [hostAndPort(host), ...path].join("/").toLowerCase();
};
