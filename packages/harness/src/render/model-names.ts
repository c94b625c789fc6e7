export type ModelVendor = "anthropic" | "openai" | "google";

/** Which models a harness runs, and how it names them. */
export interface ModelDialect {
  /** Absent: those of any vendor. */
  readonly vendors?: readonly ModelVendor[];
  /** It knows `opus`, `sonnet` and `haiku` as the newest of each. */
  readonly takesAliases?: boolean;
  /** It names models as people read them: `GPT-4.1`. */
  readonly takesTitles?: boolean;
  /** It wants the vendor before the name. */
  readonly qualifies?: boolean;
}

export interface NamedModel {
  /** Absent: the model of the session. */
  readonly model?: string;
  readonly warnings: readonly string[];
}

const ALIAS = /^(?:opus|sonnet|haiku|opusplan)$/i;

/** A model in the words of one harness. A name that means nothing there would keep the agent from loading. */
export function nameModel(given: string, displayName: string, dialect: ModelDialect = {}): NamedModel {
  const vendor = vendorOf(given);
  const isForeign = vendor !== undefined && dialect.vendors?.includes(vendor) === false;
  const written = isForeign ? undefined : writtenAs(given, vendor, dialect);
  if (written === undefined) {
    return {
      warnings: [`${displayName} has no model named ${given}, so it is omitted and the model of the session is used.`],
    };
  }
  if (written === given) return { model: given, warnings: [] };
  return {
    model: written,
    warnings: [`The model ${given} is renamed to ${written}, its name in ${displayName}.`],
  };
}

function vendorOf(model: string): ModelVendor | undefined {
  const name = model.toLowerCase();
  if (ALIAS.test(name) || /^(?:anthropic[/.:])?claude/.test(name)) return "anthropic";
  if (/^(?:openai[/.:])?(?:gpt|chatgpt|codex|o[1-9](?![a-z0-9]))/.test(name)) return "openai";
  return /^(?:google[/.:])?gemini/.test(name) ? "google" : undefined;
}

function writtenAs(given: string, vendor: ModelVendor | undefined, dialect: ModelDialect): string | undefined {
  if (ALIAS.test(given)) return dialect.takesAliases ? given.toLowerCase() : undefined;
  const isTitle = /[A-Z ]/.test(given);
  if (isTitle && !dialect.takesTitles) return ofTitle(given, vendor, dialect);
  if (!dialect.qualifies || given.includes("/") || vendor === undefined) return given;
  return `${vendor}/${given}`;
}

/** `Claude Sonnet 4.5 (copilot)` is a family of Anthropic's; `GPT-4.1` an id in capitals. */
function ofTitle(title: string, vendor: ModelVendor | undefined, dialect: ModelDialect): string | undefined {
  const plain = title
    .replace(/\([^()]*\)/g, "")
    .trim()
    .toLowerCase();
  const family = /\b(?:opus|sonnet|haiku)\b/.exec(plain)?.[0];
  if (vendor === "anthropic") return dialect.takesAliases ? family : undefined;
  if (vendor === undefined) return title.includes(" ") ? undefined : title;
  const id = plain.replaceAll(/\s+/g, "-");
  return dialect.qualifies ? `${vendor}/${id}` : id;
}
