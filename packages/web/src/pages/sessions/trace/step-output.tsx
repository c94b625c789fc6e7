import { failureLineAt, withoutColours } from "@tackroom/harness/steps";
import { useState } from "react";
import { Button } from "../../../ui/actions/button.js";
import { CopyButton } from "../../../ui/feedback/copy-button.js";
import { LineImages, namesImages } from "./line-images.js";
import { Marked } from "./marked.js";

/** Shown of a long text at first. */
const FEW = 12;
const FEW_CHARACTERS = 2000;
const BEFORE_FAILURE = 3;
/** The limit for an expanded text, because the browser cannot lay out a megabyte quickly. The copy button copies all of it. */
const MAX_CHARACTERS = 50_000;
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/;

interface StepOutputProps {
  readonly text: string;
  readonly what: string;
  /** Shows the part round the failure first. */
  readonly hasFailed?: boolean;
  /** The line of the transcript, to load images from. */
  readonly line: number;
}

/** An output: its beginning or the part round its failure, then all of it. */
export function StepOutput({ text, what, hasFailed = false, line }: StepOutputProps) {
  const [isWhole, setWhole] = useState(false);
  if (DATA_IMAGE.test(text)) return <img src={text} alt="Output of the tool" className="max-h-96 max-w-full" />;
  const plain = withoutColours(text);
  const lines = plain.trimEnd().split("\n");
  const from = hasFailed ? Math.max(0, Math.min(failureLineAt(lines) - BEFORE_FAILURE, lines.length - FEW)) : 0;
  const part = lines.slice(from, from + FEW).join("\n");
  const isCut = lines.length > FEW || part.length > FEW_CHARACTERS;
  const shown = isWhole ? plain.slice(0, MAX_CHARACTERS) : part.slice(0, FEW_CHARACTERS);
  return (
    <div className="relative">
      <pre className="px-3 py-2 pr-11 font-mono text-xs leading-5 whitespace-pre-wrap">
        {from > 0 && !isWhole && <span className="text-muted">{`… ${from} lines before\n`}</span>}
        <Marked text={shown} />
      </pre>
      <span className="absolute top-1 right-1">
        <CopyButton text={plain} what={what} />
      </span>
      {isCut && !isWhole && (
        <div className="border-t border-line px-2 py-1">
          <Button size="small" variant="quiet" onClick={() => setWhole(true)}>
            Show all {lines.length > FEW ? `${lines.length.toLocaleString("en")} lines` : "of it"}
          </Button>
        </div>
      )}
      {namesImages(plain) && (
        <div className="border-t border-line px-3">
          <LineImages line={line} />
        </div>
      )}
    </div>
  );
}
