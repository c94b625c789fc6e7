import type { Pasted, PastedServer } from "@tackroom/harness/pasted";
import { CircleCheck, CircleX } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Field, TextArea } from "../../../ui/forms/field.js";
import { Card } from "../../../ui/layout/card.js";
import { pastedReader } from "./pasted-reader.js";
import { reachOf, valuesFromPasted } from "./pasted-values.js";
import type { ItemForm } from "./use-item-form.js";

interface McpPasteProps {
  readonly form: Pick<ItemForm, "values" | "set">;
}

/** Fills the form of an MCP server from what its README shows. */
export function McpPaste({ form }: McpPasteProps) {
  const [text, setText] = useState("");
  const [pasted, setPasted] = useState<Pasted>();
  const [chosen, setChosen] = useState<PastedServer>();
  const latest = useRef("");
  const fill = (server: PastedServer): void => {
    setChosen(server);
    form.set(valuesFromPasted(server, form.values, chosen));
  };
  const read = async (typed: string): Promise<void> => {
    setText(typed);
    latest.current = typed;
    const readPasted = await pastedReader();
    // The reader is loaded with the first text; more may have been typed meanwhile.
    if (latest.current !== typed) return;
    setChosen(undefined);
    if (typed.trim() === "") return setPasted(undefined);
    const found = readPasted(typed);
    setPasted(found);
    if ("servers" in found && found.servers.length === 1 && found.servers[0]) fill(found.servers[0]);
  };
  return (
    <Card className="flex flex-col gap-3">
      <Field
        label="Paste a configuration, a command or a URL"
        hint="mcpServers JSON, TOML of Codex, a command such as npx or docker run, claude mcp add, or an https address. It fills in the form below."
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            placeholder={'{ "mcpServers": { "tickets": { "command": "npx", "args": ["-y", "@acme/tickets-mcp"] } } }'}
            className="font-mono text-sm"
            value={text}
            onChange={({ target }) => void read(target.value)}
          />
        )}
      </Field>
      <div role="status" className="flex flex-col gap-2 text-sm empty:hidden">
        {pasted && "problem" in pasted && <Problem text={pasted.problem} />}
        {pasted && "servers" in pasted && pasted.servers.length > 1 && (
          <ServerChoice servers={pasted.servers} chosen={chosen} onChoose={fill} />
        )}
        {chosen && <Filled server={chosen} />}
      </div>
    </Card>
  );
}

const Problem = ({ text }: { readonly text: string }) => (
  <p className="flex items-start gap-1.5 text-bad">
    <CircleX size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
    <span className="wrap-anywhere">Not understood. {text}</span>
  </p>
);

function Filled({ server }: { readonly server: PastedServer }) {
  const { name, left_out: leftOut } = server;
  return (
    <>
      <p className="flex items-start gap-1.5 text-good">
        <CircleCheck size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="wrap-anywhere">Filled in the form with {name}. Check it, and add a description.</span>
      </p>
      {leftOut.length > 0 && (
        <p className="wrap-anywhere text-ink-2">
          The values of <code className="font-mono">{leftOut.join(", ")}</code> were left out: everyone who installs it
          provides their own. Nothing of them is sent to the server.
        </p>
      )}
    </>
  );
}

interface ServerChoiceProps {
  readonly servers: readonly PastedServer[];
  readonly chosen: PastedServer | undefined;
  readonly onChoose: (server: PastedServer) => void;
}

function ServerChoice({ servers, chosen, onChoose }: ServerChoiceProps) {
  const group = useId();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">Which of these {servers.length} servers do you want to submit?</legend>
      {servers.map((server, at) => (
        <label key={at} className="flex items-start gap-2">
          <input
            type="radio"
            name={group}
            checked={server === chosen}
            onChange={() => onChoose(server)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{server.name}</span>{" "}
            <code className="font-mono text-xs text-muted">{reachOf(server)}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
