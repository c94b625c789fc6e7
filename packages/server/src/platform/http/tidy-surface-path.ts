import { SURFACE_PATHS } from "@tackroom/contract";

/** Clients put addresses together that people have typed, with a slash at the end or without: `https://host/c/x//v0.1/servers/`. */
export function tidySurfacePath(url: string): string {
  const end = url.indexOf("?");
  const [path, query] = end === -1 ? [url, ""] : [url.slice(0, end), url.slice(end)];
  if (!path.includes("//") && !path.endsWith("/")) return url;
  const tidy = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=[^/])\/$/, "");
  return SURFACE_PATHS.test(tidy) ? tidy + query : url;
}
