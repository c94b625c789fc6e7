import { useEffect, useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { ItemDetail, ItemType } from "../../../api/kinds.js";
import { useAction, useCall } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { CodeBlock, Command } from "../../../ui/text/code-block.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { Card } from "../../../ui/layout/card.js";
import { ChoiceBox } from "../../../ui/forms/choice-box.js";
import { Field } from "../../../ui/forms/field.js";
import { installCommand, installSteps } from "./install-files.js";
import { lastHarness, rememberHarness } from "./last-harness.js";
import { InstallStepsView } from "./install-steps.js";

interface InstallPanelProps {
  readonly type: ItemType;
  readonly item: ItemDetail;
}

/** How to install it into a harness: with one command, or file by file. */
export function InstallPanel({ type, item }: InstallPanelProps) {
  const catalogue = useCall("getHarnesses").data;
  const [chosen, setChosen] = useState(lastHarness);
  const harness = chosen ?? item.supported_harnesses[0] ?? catalogue?.default_harness ?? "claude-code";
  const [showsFiles, setShowsFiles] = useState(false);
  return (
    <Card role="region" aria-label="Install" className="flex flex-col gap-3">
      <h2>Install</h2>
      {item.status !== "approved" && (
        <p>{`Version ${item.version} is ${item.status}: others cannot install it before a reviewer approves it.`}</p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Harness" className="w-56 max-w-full">
          {(ids) => (
            <ChoiceBox
              ids={ids}
              listLabel="Harnesses"
              value={harness}
              options={(catalogue?.harnesses ?? []).map(({ name, display_name: label }) => ({
                id: name,
                label,
                ...(item.supported_harnesses.includes(name) && { description: "Supported by the author" }),
              }))}
              onChoose={(name) => {
                setChosen(name);
                rememberHarness(name);
              }}
            />
          )}
        </Field>
        <div className="min-w-0 grow basis-80">
          <Command text={installCommand(type, item.qualified_name, harness)} />
        </div>
        <Button aria-expanded={showsFiles} onClick={() => setShowsFiles(!showsFiles)}>
          {showsFiles ? "Hide files" : "Show files"}
        </Button>
      </div>
      <p className="text-sm text-muted">
        tack writes the files, pins the version in tack.lock and can uninstall it. Showing the files here does not count
        as an install.
      </p>
      {showsFiles && <Files key={harness} type={type} item={item} harness={harness} />}
    </Card>
  );
}

/** What an install writes; asked for when someone wants to see it. */
function Files({ type, item, harness }: InstallPanelProps & { readonly harness: string }) {
  const { mutate, error, data } = useAction(`${type}.installItem`);
  const { id } = item;
  useEffect(() => mutate({ params: { id }, body: { harness, dry_run: true } }), [mutate, id, harness]);
  if (error) return <ErrorBox problem={error} />;
  return data ? <Steps reply={data} /> : <SkeletonRows rows={4} />;
}

function Steps({ reply }: { readonly reply: ReplyOf<`${ItemType}.installItem`> }) {
  const steps = installSteps([
    reply.config_snippet,
    "mcp_config" in reply ? reply.mcp_config : undefined,
    "files" in reply ? reply.files : undefined,
  ]);
  return (
    <div className="flex flex-col gap-3">
      <InstallStepsView steps={steps} warnings={reply.warnings} />
      {steps.files.length === 0 && steps.commands.length === 0 && (
        <CodeBlock title="configuration" language="json" code={JSON.stringify(reply.config_snippet, null, 2)} />
      )}
    </div>
  );
}
