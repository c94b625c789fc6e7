import type { ReplyOf } from "@tackroom/contract/calls";
import { NAME, DESCRIPTION, VERSION } from "./common-fields.js";
import type { Values } from "./field-view.js";
import { textOf } from "./form-values.js";

export type Analysis = ReplyOf<"analyzeMcp">;

const isEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.length === 0 : textOf(value).trim() === "");

/**
 * The form values from an analysis, for fields that are still empty. Tools are left to the server, which finds them again with
 * their parameters.
 */
export function valuesFromAnalysis(analysis: Analysis, values: Values): Values {
  const { name, description, version, framework, docker_image, environment_variables } = analysis;
  const found: Values = {
    [NAME.name]: name,
    [DESCRIPTION.name]: description,
    [VERSION.name]: version,
    framework,
    docker_image,
    environment_variables: environment_variables.map((variable) => ({ ...variable })),
    ...commandOf(analysis, values),
  };
  return Object.fromEntries(
    Object.entries(found).filter(([key, value]) => !isEmpty(value) && isOpen(key, values[key])),
  );
}

/** The version that every new form starts with: the author has not chosen it, so an analyzed one may replace it. */
const isOpen = (key: string, value: unknown): boolean =>
  isEmpty(value) || (key === VERSION.name && value === VERSION.initial);

/** Arguments belong to their command, and a server that is reached by its URL has neither. */
function commandOf({ command, args = [] }: Analysis, values: Values): Values {
  return isEmpty(values["command"]) && isEmpty(values["url"]) ? { command, args: args.join("\n") } : {};
}

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** What was found, in one sentence. */
export const foundInWords = ({ tools, environment_variables }: Analysis): string =>
  `Found ${counted(tools.length, "tool")} and ${counted(environment_variables.length, "environment variable")}.`;
