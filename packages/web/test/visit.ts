import type { Page } from "playwright-core";

export interface Visit {
  /** Also the name of its screenshots. */
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
  /** What a wide screen does not have. */
  readonly onPhoneOnly?: boolean;
  /** Waits until the page is loaded. */
  readonly ready: (page: Page) => Promise<unknown>;
}

export const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole("heading", { level: 1, name }).waitFor();

export const text =
  (words: string) =>
  (page: Page): Promise<void> =>
    page.getByText(words).waitFor();

export const table =
  (caption: string) =>
  (page: Page): Promise<void> =>
    page.getByRole("table", { name: caption }).waitFor();

export const chart =
  (name: RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole("img", { name }).locator("canvas").waitFor();
