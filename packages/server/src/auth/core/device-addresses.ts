/** Where the user confirms. */
export function deviceAddresses(
  frontendUrl: string,
  userCode: string,
): { verification_uri: string; verification_uri_complete: string } {
  const page = `${frontendUrl.replace(/\/$/, "")}/device`;
  return { verification_uri: page, verification_uri_complete: `${page}?code=${userCode}` };
}

/** As the code was shown, however it was typed: case, dash and spaces do not matter. */
export function normaliseUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
