import { useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { ItemDetail, ItemType } from "../../../api/kinds.js";
import { useAction, useCall } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { CodeBlock, Command } from "../../../ui/text/code-block.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Field, Select } from "../../../ui/forms/field.js";
import { installCommand, installSteps } from "./install-files.js";
import { InstallStepsView } from "./install-steps.js";

interface InstallPanelProps {
  readonly type: ItemType;
  readonly item: ItemDetail;
}

/** How to install it into a harness: with one command, or file by file. */
export function InstallPanel({ type, item }: InstallPanelProps) {
  const catalogue = useCall("getHarnesses").data;
  const [chosen, setChosen] = useState<string>();
  const harness = chosen ?? item.supported_harnesses[0] ?? catalogue?.default_harness ?? "claude-code";
  const install = useAction(`${type}.installItem`, { refreshes: [`${type}.getItemMetrics`] });
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Field label="Harness" className="max-w-xs">
        {(ids) => (
          <Select
            {...ids}
            value={harness}
            onChange={(event) => {
              setChosen(event.target.value);
              install.reset();
            }}
          >
            {(catalogue?.harnesses ?? []).map(({ name, display_name: label }) => (
              <option key={name} value={name}>
                {label}
                {item.supported_harnesses.includes(name) ? " (supported by the author)" : ""}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex flex-col gap-1">
        <p>With tack, which writes the files, pins the version in tack.lock and can uninstall it:</p>
        <Command text={installCommand(type, item.qualified_name, harness)} />
      </div>
      <div className="flex flex-col items-start gap-2">
        <p>Or manually. Showing the files counts as an install.</p>
        <Button busy={install.isPending} onClick={() => install.mutate({ params: { id: item.id }, body: { harness } })}>
          Show files
        </Button>
      </div>
      {install.error && <ErrorBox problem={install.error} />}
      {install.data && <Steps reply={install.data} />}
    </div>
  );
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
        <CodeBlock title="configuration" code={JSON.stringify(reply.config_snippet, null, 2)} />
      )}
    </div>
  );
}
