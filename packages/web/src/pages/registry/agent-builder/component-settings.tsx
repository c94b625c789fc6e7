import type { AgentComponent } from "@tackroom/contract";
import { useState } from "react";
import { Field, TextArea } from "../../../ui/forms/field.js";
import { overrideText } from "./component-choice.js";

interface ComponentSettingsProps {
  readonly component: AgentComponent;
  readonly name: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}

const OF_SERVER = {
  hint: "A JSON object. local_name is the server's name in the agent; env sets its environment variables.",
  example: '{"local_name": "desk"}',
};
const OF_OTHERS = { hint: "A JSON object added to the agent's manifest.", example: '{"depth": 2}' };

/** The agent's overrides of a component's settings: `config_override`. */
export function ComponentSettings({ component, name, problem, onChange, onLeave }: ComponentSettingsProps) {
  // Kept as typed: a parsed object would be reformatted while the user types.
  const [text, setText] = useState(() => overrideText(component));
  const [isOpen] = useState(text !== "");
  const { hint, example } = component.component_type === "mcp" ? OF_SERVER : OF_OTHERS;
  return (
    <details className="text-sm" open={isOpen}>
      <summary className="w-fit text-muted">Settings in this agent</summary>
      <Field label={<span className="sr-only">Settings</span>} hint={hint} problem={problem}>
        {(ids) => (
          <TextArea
            {...ids}
            aria-label={`Settings of ${name}`}
            rows={3}
            className="font-mono text-sm"
            spellCheck={false}
            placeholder={example}
            value={text}
            onBlur={onLeave}
            onChange={(event) => {
              setText(event.target.value);
              onChange(event.target.value);
            }}
          />
        )}
      </Field>
    </details>
  );
}
