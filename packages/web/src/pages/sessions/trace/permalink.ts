/** The line that the address leads to: `#e58`. */
export function linkedLine(hash: string): number | undefined {
  const found = /^#?e(\d{1,8})$/.exec(hash)?.[1];
  return found === undefined ? undefined : Number(found);
}

export const linkTo = (line: number): string => {
  const url = new URL(window.location.href);
  url.hash = `e${line}`;
  return url.href;
};
