import type { ReplyOf } from "@tackroom/contract/calls";
import { diffHunk } from "@tackroom/harness/steps";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/actions/button.js";
import { Field, TextArea } from "../../../ui/forms/field.js";
import { saveFile } from "../../../ui/forms/save-file.js";
import { Card, Section } from "../../../ui/layout/card.js";
import { Breakable } from "../../../ui/text/breakable.js";
import { CodeBlock } from "../../../ui/text/code-block.js";
import { Diff } from "../../../ui/text/diff.js";

type Policy = ReplyOf<"getPolicy">;

const SYSTEMS: Readonly<Record<Policy["places"][number]["platform"], string>> = {
  macos: "macOS",
  linux: "Linux",
  windows: "Windows",
};

interface PolicyFileProps {
  readonly policy: Policy;
  /** False while the file of another choice is still loading: what is shown is not what was chosen. */
  readonly isCurrent: boolean;
}

export function PolicyFile({ policy, isCurrent }: PolicyFileProps) {
  const isReady = policy.secret_placeholder === null;
  return (
    <>
      <Section
        title="The file"
        actions={
          <Button
            disabled={!isReady}
            busy={!isCurrent}
            onClick={() => saveFile(policy.file_name, policy.content, "application/json")}
          >
            <Download size={14} aria-hidden="true" /> Download
          </Button>
        }
      >
        <p className="text-ink-2">
          {policy.display_name} may then use {policy.allowed_count.toLocaleString("en")} addresses and commands of MCP
          servers, and no others.
          {!isReady && " Enter the address of the feed above to complete the file."}
        </p>
        <CodeBlock title={policy.file_name} language="json" code={policy.content} />
      </Section>
      <Section title="Where it goes">
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[6rem_1fr]">
          {policy.places.map(({ platform, path }) => (
            <div key={platform} className="contents">
              <dt className="text-muted">{SYSTEMS[platform]}</dt>
              <dd className="font-mono text-sm">
                <Breakable text={path} />
              </dd>
            </div>
          ))}
        </dl>
        <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 text-sm text-ink-2">
          {policy.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Section>
      <Comparison content={policy.content} />
    </>
  );
}

/** The differences between a file pasted by the user, such as the one in use, and the generated one. */
function Comparison({ content }: { readonly content: string }) {
  const [present, setPresent] = useState("");
  return (
    <details>
      <summary className="font-medium">Compare with the current file</summary>
      <div className="flex flex-col gap-3 pt-3">
        <Field label="The current file" hint="Paste it here. It does not leave this page.">
          {(ids) => (
            <TextArea
              {...ids}
              rows={6}
              spellCheck={false}
              className="font-mono text-sm"
              value={present}
              onChange={({ target }) => setPresent(target.value)}
            />
          )}
        </Field>
        {present.trim() !== "" && <Changes before={present} after={content} />}
      </div>
    </details>
  );
}

function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = diffHunk({ before: laidOut(before), after });
  if (lines.every(({ sign }) => sign === " ")) return <p role="status">Nothing changes.</p>;
  return (
    <Card className="p-0">
      <Diff label="Changes" lines={lines} />
    </Card>
  );
}

/** Formats JSON like the generated file, so that only values differ. Other text is compared as it is. */
function laidOut(text: string): string {
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}
