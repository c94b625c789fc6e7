/** `GET /openapi.json`: what the routes say about themselves, with the version of OpenAPI first. */
export function getOpenapi(describe: () => object): { readonly openapi: string } {
  return { openapi: "3.1.0", ...describe() };
}
