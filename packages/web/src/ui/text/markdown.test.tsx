import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Markdown } from "./markdown.js";

const shown = (text: string): string => renderToStaticMarkup(<Markdown text={text} />);

describe("Markdown that strangers wrote", () => {
  test("is shown as what it means", () => {
    const html = shown("# Title\n\nSome **bold** `code`.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |");
    for (const part of ["<h3>Title</h3>", "<strong>bold</strong>", "<code>code</code>", "<li>two</li>", "<td>2</td>"]) {
      expect(html).toContain(part);
    }
  });

  test.each([
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    "<svg/onload=alert(1)>",
    "<iframe src='https://evil.example'></iframe>",
    "<style>*{display:none}</style>",
  ])("shows HTML as the text that it is: %s", (hostile) => {
    expect(shown(hostile)).not.toMatch(/<(script|img|svg|iframe|style)/i);
    expect(shown(hostile)).toContain("&lt;");
  });

  test.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox(1))",
    "[x](/api/v1/auth/logout)",
    "<javascript:alert(1)>",
  ])("makes no link of %s", (hostile) => {
    expect(shown(hostile)).not.toContain("href");
  });

  test("loads no image, and says where it is", () => {
    const html = shown("![a diagram](https://tracker.example/pixel.png)");
    expect(html).not.toContain("<img");
    expect(html).toContain('href="https://tracker.example/pixel.png"');
  });

  test("opens links elsewhere, without telling where from", () => {
    expect(shown("[docs](https://example.com/)")).toContain('rel="noopener noreferrer nofollow"');
  });

  test.each([
    ["quotes in quotes", `${">".repeat(1000)} deep`],
    ["quotes in quotes, each apart", `${"> ".repeat(40_000)} deep`],
    ["lists in lists", `${"- ".repeat(40_000)} deep`],
    ["numbers in numbers", `${"1. ".repeat(1000)} deep`],
    ["lists further and further in", Array.from({ length: 500 }, (_, n) => `${"  ".repeat(n)}- deep`).join("\n")],
    ["a quote that goes on and on", "> a\ndeep\n".repeat(20_000)],
    // Each of these takes the plain lexer a minute.
    ["ninety thousand underscores", `deep ${"_".repeat(90_000)} a`],
    ["ninety thousand stars", `deep${"*".repeat(90_000)}`],
  ])("shows as text what would take too long: %s", (_, hostile) => {
    expect(shown(hostile)).toContain("deep");
    expect(shown(hostile)).not.toMatch(/<(blockquote|ul|ol|em|strong)>/);
  });

  test.each([
    ["quotes", `${"> ".repeat(20)}deep`, "blockquote"],
    ["lists", `${"- ".repeat(20)}deep`, "ul"],
  ])("nests %s only as deep as a phone has room", (_, nested, element) => {
    expect(shown(nested).split(`<${element}>`).length - 1).toBe(6);
    expect(shown(nested)).toContain("deep");
  });

  test("stops at a length that a page can bear", () => {
    expect(shown("word ".repeat(100_000)).length).toBeLessThan(210_000);
  });
});
