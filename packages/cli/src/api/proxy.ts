import { isLocalName } from "@tackroom/contract/loopback";
import type { HttpAnswer, HttpRequest } from "./http-message.js";

/** Whether the environment names a proxy for this address. Servers on this machine are always called directly. */
export function hasProxy(url: URL, env: NodeJS.ProcessEnv = process.env): boolean {
  if (isLocalName(url)) return false;
  // Undici uses the proxy for http also for https, unless that has its own.
  const names = ["http_proxy", "HTTP_PROXY", ...(url.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : [])];
  return names.some((name) => Boolean(env[name]));
}

/** Sends a request as `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` say. Undici is loaded only here, because it is large. */
export async function sendByProxy(
  { method, url, headers, body, timeoutMs, sink }: HttpRequest,
  maxBytes: number,
): Promise<HttpAnswer> {
  const { EnvHttpProxyAgent, request } = await import("undici");
  const dispatcher = new EnvHttpProxyAgent({
    maxResponseSize: sink ? -1 : maxBytes,
    // Many proxies tunnel to no port but 443; what is not encrypted needs no tunnel.
    proxyTunnel: false,
  });
  try {
    const answer = await request(url, {
      method,
      headers,
      body: body ?? null,
      ...(sink ? { headersTimeout: timeoutMs, bodyTimeout: timeoutMs } : { signal: AbortSignal.timeout(timeoutMs) }),
      dispatcher,
    });
    if (sink && answer.statusCode === 200) {
      for await (const piece of answer.body) sink(piece as Uint8Array);
      return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.alloc(0), text: "" };
    }
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
  } finally {
    await dispatcher.destroy();
  }
}
