/** The first characters of the formats that browsers show, in base64: the media type of a block may be missing. */
const FORMATS = { iVBORw0KGgo: "png", "/9j/": "jpeg", R0lGOD: "gif", UklGR: "webp" } as const;
const DATA_ADDRESS = /^data:image\/(?:png|jpeg|gif|webp);base64,/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** More would be hard to look at, and a line can name thousands. */
const MAX_IMAGES = 8;
const MAX_DEPTH = 12;

/** The images that a line of a transcript holds, as `data:` addresses, whatever the harness calls their members. */
export function imagesIn(raw: string): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (found.size >= MAX_IMAGES || depth > MAX_DEPTH) return;
    if (typeof value === "string") {
      const address = addressOf(value);
      if (address !== null) found.add(address);
    } else if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) visit(member, depth + 1);
    }
  };
  visit(parsed(raw), 0);
  return [...found];
}

function addressOf(text: string): string | null {
  const data = text.replace(DATA_ADDRESS, "");
  const format = Object.entries(FORMATS).find(([start]) => data.startsWith(start))?.[1];
  // Short texts that begin like an image are words.
  return format !== undefined && data.length > 64 && BASE64.test(data) ? `data:image/${format};base64,${data}` : null;
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}
