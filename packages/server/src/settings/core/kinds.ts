import type { SettingType } from "@tackroom/contract";
import { IsHostname, IsIPv4, IsIPv6 } from "typebox/format";

/** A text that was understood, with its usual spelling; or what was expected instead, to complete "expected …". */
export type Parsed<T> = { readonly value: T; readonly text: string } | { readonly expected: string };

/** What the text of a setting may be, and what it means. */
export interface Kind<T> {
  readonly type: SettingType;
  parse(text: string): Parsed<T>;
}

/** Reads what a caller sent. A number is not accepted as a boolean, though "1" is in an environment file. */
export function parseGiven<T>(kind: Kind<T>, given: string | number | boolean): Parsed<T> {
  if (kind.type === "boolean" && typeof given === "number") return { expected: "true or false" };
  return kind.parse(String(given).trim());
}

export const boolean: Kind<boolean> = {
  type: "boolean",
  parse(text) {
    if (/^(true|1|yes|on)$/i.test(text)) return { value: true, text: "true" };
    if (/^(false|0|no|off)$/i.test(text)) return { value: false, text: "false" };
    return { expected: "true or false" };
  },
};

export function integer(min: number, max: number): Kind<number> {
  return {
    type: "integer",
    parse(text) {
      const value = Number(text);
      if (!/^\d+$/.test(text) || value < min || value > max) return { expected: `an integer from ${min} to ${max}` };
      return { value, text: String(value) };
    },
  };
}

export const text: Kind<string> = { type: "text", parse: same };

/** An address of the web, or empty. Credentials are refused because this is shown, logged and audited. */
export const url: Kind<string> = {
  type: "url",
  parse(given) {
    if (given === "") return same("");
    const found = URL.canParse(given) ? new URL(given) : undefined;
    const isWeb = found?.protocol === "https:" || found?.protocol === "http:";
    if (!found || !isWeb || /\s/.test(given)) return { expected: "a URL that starts with https:// or http://" };
    if (found.username !== "" || found.password !== "") {
      return { expected: "a URL without a username or password" };
    }
    return same(given);
  },
};

/** What paths are added to, so that it ends without a slash, and has no query. */
export const baseUrl: Kind<string> = {
  type: "url",
  parse(given) {
    const parsed = url.parse(given);
    if ("expected" in parsed || given === "") return parsed;
    if (/[?#]/.test(given)) return { expected: "a URL without a query or fragment" };
    return same(given.replace(/(?<!\/)\/+$/, ""));
  },
};

/** Scheme, host and port: what a browser sends as `Origin`. */
export const origin: Kind<string> = {
  type: "url",
  parse(given) {
    const parsed = baseUrl.parse(given);
    if ("expected" in parsed || given === "") return parsed;
    const found = new URL(parsed.text);
    if (found.pathname !== "/") return { expected: "a URL without a path, such as https://tack.example.com" };
    return same(found.origin);
  },
};

/** A fully qualified domain, or empty: identifiers that are made of it must mean the same everywhere. */
export const domain: Kind<string> = {
  type: "text",
  parse(given) {
    const isQualified = given.includes(".") && IsHostname(given) && !IsIPv4(given);
    if (given !== "" && !isQualified) return { expected: "a domain such as tack.example.com" };
    return same(given.toLowerCase());
  },
};

export const rate: Kind<string> = {
  type: "rate",
  parse(given) {
    if (!/^[1-9]\d{0,5}\/(second|minute|hour)$/.test(given)) return { expected: "a rate such as 10/minute" };
    return same(given);
  },
};

export const addressOrSubnet: Kind<string> = {
  type: "text",
  parse(given) {
    const [address = "", prefix, ...rest] = given.split("/");
    const longest = IsIPv6(address) ? 128 : IsIPv4(address) ? 32 : -1;
    const prefixFits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
    if (longest < 0 || !prefixFits || rest.length > 0) {
      return { expected: "IP addresses or subnets such as 10.0.0.0/8, separated by commas" };
    }
    return same(given);
  },
};

export function listOf(item: Kind<string>): Kind<readonly string[]> {
  return {
    type: "list",
    parse(given) {
      const parts = given.split(",").map((part) => part.trim());
      const parsed = parts.filter((part) => part !== "").map((part) => item.parse(part));
      const value: string[] = [];
      for (const each of parsed) {
        if ("expected" in each) return each;
        value.push(each.value);
      }
      return { value, text: value.join(",") };
    },
  };
}

/** For a setting that cannot do without a value. */
export function required<T>(kind: Kind<T>): Kind<T> {
  return {
    type: kind.type,
    parse: (given) =>
      given === "" ? { expected: "set to a value; to reset it to the default, delete it" } : kind.parse(given),
  };
}

function same(value: string): Parsed<string> {
  return { value, text: value };
}
