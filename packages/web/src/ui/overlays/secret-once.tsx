import type { ReactNode } from "react";
import { Button } from "../actions/button.js";
import { CodeBlock } from "../text/code-block.js";
import { Dialog, DialogButtons } from "./dialog.js";

interface SecretOnceProps {
  readonly title: string;
  readonly description: string;
  readonly secret: string;
  /** The type of secret, for the heading and the copy button: "API key". */
  readonly what: string;
  readonly onClose: () => void;
  /** What to do with it. */
  readonly children?: ReactNode;
}

/** A secret that is shown only once. Only its button closes it, because an accidental click outside would lose the secret. */
export function SecretOnce({ title, description, secret, what, onClose, children }: SecretOnceProps) {
  return (
    <Dialog open closable={false} onOpenChange={() => undefined} title={title} description={description}>
      <CodeBlock title={what} code={secret} className="[&_pre]:break-all [&_pre]:whitespace-pre-wrap" />
      {children}
      <DialogButtons>
        <Button variant="primary" onClick={onClose}>
          I've saved it
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
