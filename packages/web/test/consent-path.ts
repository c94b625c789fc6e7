import type { Page } from "playwright-core";

export const CALLBACK = "http://localhost:3118/callback";

/** Where an MCP client that has registered itself sends its user. */
export async function consentPath(page: Page, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const registration = { client_name: "Editor", redirect_uris: [CALLBACK] };
  const answer = await page.request.post("/oauth/register", { data: registration });
  const { client_id } = (await answer.json()) as { client_id: string };
  const request = new URLSearchParams({
    client_id,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
    state: "a state",
    ...more,
  });
  return `/oauth/authorize?${request.toString()}`;
}
