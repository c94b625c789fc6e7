import { useEffect, useState } from "react";
import type { CodePart, Look } from "./code-parts.js";
import type { Language } from "./languages.js";

/** Longer code is shown plain: grammars are not made for hostile texts of megabytes. */
const MAX_CHARACTERS = 50_000;

const LOOKS: Readonly<Record<Look, string>> = {
  comment: "text-muted",
  keyword: "text-info",
  string: "text-good",
  number: "text-warn",
  name: "text-accent-strong",
};

interface HighlightedProps {
  readonly code: string;
  readonly language: Language | undefined;
}

/** Code in colours, as soon as the grammars are loaded. Only colours change then, so nothing moves. */
export function Highlighted({ code, language }: HighlightedProps) {
  const [done, setDone] = useState<{ readonly code: string; readonly parts: readonly CodePart[] }>();
  useEffect(() => {
    if (language === undefined || code.length > MAX_CHARACTERS) return undefined;
    let isCurrent = true;
    import("./code-parts.js").then(
      ({ codeParts }) => isCurrent && setDone({ code, parts: codeParts(code, language) }),
      // A new release has replaced the files of this one: the code stays plain, which is as good to read.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  if (done?.code !== code) return code;
  return done.parts.map(({ text, look }, place) =>
    look === undefined ? (
      text
    ) : (
      <span key={place} className={LOOKS[look]}>
        {text}
      </span>
    ),
  );
}
