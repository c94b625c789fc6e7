import type { Token, Tokens } from "marked";
import { createElement, Fragment, useMemo, type ReactNode } from "react";
import { Badge } from "../feedback/badge.js";
import { classes } from "../theme/classes.js";
import { Highlighted } from "./highlight/highlighted.js";
import { languageOf } from "./highlight/languages.js";
import { markdownTokens, MAX_CHARACTERS } from "./markdown-tokens.js";
import { safeAddress } from "./safe-address.js";

/** Max nesting of quotes and lists; deeper levels leave no room for text on a phone. */
const MAX_DEPTH = 6;

/**
 * Renders untrusted Markdown. Tokens become elements directly, without HTML that could contain a script. HTML is shown as
 * text, and nothing is loaded from other servers.
 */
export function Markdown({ text, className }: { readonly text: string; readonly className?: string }) {
  const tokens = useMemo(() => markdownTokens(text), [text]);
  return (
    <div className={classes("prose-text min-w-0", className)} dir="auto">
      {all(tokens)}
      {text.length > MAX_CHARACTERS && <p>… truncated.</p>}
    </div>
  );
}

const all = (tokens: readonly Token[] | undefined, depth = 0): ReactNode =>
  (tokens ?? []).map((token, place) => <Fragment key={place}>{one(token, depth)}</Fragment>);

type Show = (token: Token, depth: number) => ReactNode;

function one(token: Token, depth: number): ReactNode {
  const show = depth < MAX_DEPTH ? (SHOWN[token.type as keyof typeof SHOWN] as Show | undefined) : undefined;
  return show ? show(token, depth) : token.raw;
}

const SHOWN = {
  space: () => null,
  def: () => null,
  br: () => <br />,
  hr: () => <hr className="border-line" />,
  // The page itself uses the first two heading levels.
  heading: ({ depth, tokens }: Tokens.Heading) => createElement(`h${Math.min(depth + 2, 6)}`, {}, all(tokens)),
  paragraph: ({ tokens }: Tokens.Paragraph) => <p>{all(tokens)}</p>,
  text: (token: Tokens.Text) => (token.tokens ? all(token.tokens) : plain(token.text)),
  escape: ({ text }: Tokens.Escape) => text,
  strong: ({ tokens }: Tokens.Strong) => <strong>{all(tokens)}</strong>,
  em: ({ tokens }: Tokens.Em) => <em>{all(tokens)}</em>,
  del: ({ tokens }: Tokens.Del) => <del>{all(tokens)}</del>,
  codespan: ({ text }: Tokens.Codespan) => <code>{text}</code>,
  code: ({ text, lang }: Tokens.Code) => (
    <pre tabIndex={0}>
      <code>
        <Highlighted code={text} language={languageOf(lang ?? "")} />
      </code>
    </pre>
  ),
  blockquote: ({ tokens }: Tokens.Blockquote, depth: number) => <blockquote>{all(tokens, depth + 1)}</blockquote>,
  list: ({ ordered, items }: Tokens.List, depth: number) =>
    createElement(
      ordered ? "ol" : "ul",
      {},
      items.map((item, place) => <li key={place}>{all(item.tokens, depth + 1)}</li>),
    ),
  // Task list checkboxes are shown as symbols, because they cannot be changed here.
  checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
  link: ({ href, tokens }: Tokens.Link) => <OutwardLink href={href}>{all(tokens)}</OutwardLink>,
  // Loading the image would reveal the reader to its server.
  image: ({ href, text }: Tokens.Image) => (
    <OutwardLink href={href}>
      <Badge>image</Badge> {text || href}
    </OutwardLink>
  ),
  table: ({ header, rows }: Tokens.Table) => (
    <table>
      <thead>
        <tr>
          {header.map((cell, place) => (
            <th key={place}>{all(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, place) => (
              <td key={place}>{all(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ),
};

/** The lexer does not decode entities. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: "\u00a0",
};
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Only links that a browser opens as a page or an email; other links become text. */
function OutwardLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const address = safeAddress(href);
  if (address === undefined) return <span>{children}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
