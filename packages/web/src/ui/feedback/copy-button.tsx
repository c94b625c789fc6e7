import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../actions/button.js";
import { useToast } from "./toast.js";

interface CopyButtonProps {
  readonly text: string;
  /** An accessible name of the content: "the command". */
  readonly what: string;
  readonly withLabel?: boolean;
}

export function CopyButton({ text, what, withLabel = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.complain("Copying is blocked by the browser. Select the text instead.");
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant="quiet"
      size={withLabel ? "small" : "icon"}
      aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
      onClick={() => void copy()}
    >
      <Icon size={14} aria-hidden="true" />
      {withLabel && (copied ? "Copied" : "Copy")}
    </Button>
  );
}
