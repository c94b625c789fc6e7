import { slugOf } from "@tackroom/contract/registry";
import {
  definitionOf,
  foreignHarness,
  renderAgent,
  serverWarnings,
  textOf,
  textsOf,
  versionWarnings,
  type Fields,
  type HarnessId,
} from "@tackroom/harness";
import { installSteps, type InstallSteps } from "../item/install-files.js";
import { stateOf, toRender, type LoadedComponent } from "./loaded-component.js";

/** An agent as it would be submitted. */
export interface DraftedAgent {
  /** None before it was saved for the first time. */
  readonly id: string | undefined;
  readonly payload: Fields;
  readonly components: readonly LoadedComponent[];
}

export interface Preview {
  readonly harness: HarnessId;
  readonly scope: string;
  readonly steps: InstallSteps;
  readonly warnings: readonly string[];
}

/** Placeholders for missing values in the preview. The ID contains no characters that a shell or a file format would quote. */
const NO_ID = "id-given-when-submitted";
const NO_NAME = "my-agent";

/** The result of an install, rendered with the same functions that the server uses. */
export function renderPreview(harness: HarnessId, { id, payload, components }: DraftedAgent): Preview {
  const agent = {
    id: id ?? NO_ID,
    slug: slugOf(textOf(payload, "name") ?? NO_NAME),
    description: (textOf(payload, "description") ?? "").trim(),
    fields: payload,
  };
  const definition = definitionOf({ agent, components: components.map(toRender) }, harness);
  const { snippet, warnings } = renderAgent(harness, definition);
  return {
    harness,
    scope: textOf(snippet, "scope") ?? "project",
    steps: installSteps(snippet),
    warnings: [
      ...foreignHarness(textsOf(payload, "supported_harnesses"), harness),
      ...components.flatMap((each) => {
        const state = stateOf(each);
        return versionWarnings(each.item.qualified_name, state.isArchived, state);
      }),
      ...warnings,
      ...serverWarnings(definition.mcpServers),
    ],
  };
}
