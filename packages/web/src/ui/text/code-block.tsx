import { classes } from "../theme/classes.js";
import { CopyButton } from "../feedback/copy-button.js";
import { Highlighted } from "./highlight/highlighted.js";
import { languageOf, type Language } from "./highlight/languages.js";

interface CodeBlockProps {
  readonly code: string;
  /** The heading, also used by the copy button: a file path, or "the command". */
  readonly title?: string;
  /** The language, if the title is not the name of a file. */
  readonly language?: Language;
  /** Wraps long lines, for prose. */
  readonly wraps?: boolean;
  readonly className?: string;
}

/** Text to copy verbatim. */
export function CodeBlock({
  code,
  title,
  language = languageOf(title ?? ""),
  wraps = false,
  className,
}: CodeBlockProps) {
  return (
    <figure className={classes("look-code", className)}>
      {title !== undefined && (
        <figcaption className="flex items-center justify-between gap-2 border-b border-line py-0.5 pr-1 pl-3">
          <span className="min-w-0 font-mono text-sm text-muted">{title}</span>
          <CopyButton text={code} what={title} />
        </figcaption>
      )}
      <div className="flex items-start">
        <pre
          tabIndex={0}
          role="region"
          aria-label={title ?? "Code"}
          className={classes(
            "max-h-96 min-w-0 grow overflow-auto px-3 py-2 font-mono text-sm -outline-offset-2",
            wraps && "whitespace-pre-wrap",
          )}
        >
          <Highlighted code={code} language={language} />
        </pre>
        {title === undefined && <CopyButton text={code} what="this" />}
      </div>
    </figure>
  );
}

/** A one-line command. */
export function Command({ text }: { readonly text: string }) {
  return (
    <div className="flex max-w-full items-center rounded-md border border-line bg-sunken pl-3">
      <code className="min-w-0 grow py-1 text-left font-mono text-sm">{text}</code>
      <CopyButton text={text} what="the command" />
    </div>
  );
}
