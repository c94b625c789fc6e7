/** `GET /healthz`: the process answers; whether its stores do is told by `/health`. */
export function getLiveness(): { readonly status: "alive" } {
  return { status: "alive" };
}
