import { decodeBase64 } from "./base64.js";
import { isObviousPlaceholder, isPlaceholderPassword, isRandom, isRandomEnough } from "./placeholders.js";
import { secretKindOf, type SecretKind } from "./secret-names.js";

/**
 * How a value stands in its text. A member of a parsed object and a quoted text are values for sure; what follows `NAME=`
 * or an option nearly always is; after anything else it may as well be code or prose.
 */
export type ValueForm = "quoted" | "variable" | "bare";

/** What is written where a value will be, or says what kind of value is meant. */
const NO_VALUE = new Set(
  (
    "string str text number int integer bool boolean bytes object any unknown never void null nil none undefined true false " +
    "yes no on off required optional hidden secret secrets masked removed omitted empty default missing invalid valid varchar " +
    "char uuid hash hashed bcrypt scrypt argon2 argon2id plain plaintext bearer basic oauth oauth2 jwt token tokens key keys " +
    "apikey api_key password passwords cookie header headers env file vault input output read write prompt stdin auto generate " +
    "generated random option options flag flags argument arguments parameter value values here field and or is are to for " +
    "from with in at as by of the a an if when then that which not must will can may should"
  ).split(" "),
);
const REFERENCE =
  /^(?:[$<%{(@*&!|\\]|\[|\.[*+]|--?[a-z]|process\.|os\.|env[.:(["']|getenv|ENV\[|secrets?\.|vars?\.|config\.|settings\.|self\.|this\.|args\.|op:\/\/|vault:|arn:|https?:\/\/|file:|\/|\.\.?\/|~\/)|\$\{|\$\(|\{\{|<[A-Za-z_-]{1,40}>|\(\)|=>/;
/** `user.password`, `hashPassword(…)`, `tokens[0]`, `req.body!.token`, `password,` */
const CODE = /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|!\.|::|->)[A-Za-z_$]|\(|\[|[;,)]{0,3}$)/;
const CALL = /^[\w$.]{1,60}\(/;
/** Words of letters only: what a person reads, or the name of something. */
const NAME = /^[A-Za-z]+(?:[-_.:/][A-Za-z]+)*$/;
const MAX_PASSWORD = 256;
const MAX_KEY = 4096;

/** Whether a value is the secret that its kind says, and no placeholder, reference or piece of code. */
export function isSecretValue(kind: SecretKind, value: string, form: ValueForm): boolean {
  if (value.length < 4 || value.length > MAX_KEY || NO_VALUE.has(value.toLowerCase().replace(/[!?:;,.]{1,3}$/, ""))) {
    return false;
  }
  if (isObviousPlaceholder(value)) return false;
  if (kind === "key") return isKey(value, form);
  return isPassword(value, form) && (kind === "password" || looksLikePassword(value));
}

/** Letters and digits, and neither a path nor a sentence. */
const looksLikePassword = (value: string): boolean =>
  /[0-9]/.test(value) && /[A-Za-z]/.test(value) && !/^[/~.]|^[A-Za-z]:|[\s/\\]/.test(value);

function isPassword(value: string, form: ValueForm): boolean {
  if (value.length > MAX_PASSWORD || isPlaceholderPassword(value)) return false;
  if (form === "quoted") return !/^(?:process\.env|os\.environ)/.test(value) && (!/\s/.test(value) || isPhrase(value));
  if (REFERENCE.test(value) || isCode(value, form)) return false;
  return form === "variable" || !NAME.test(value.replace(/[!?:;,.]{1,3}$/, ""));
}

function isKey(value: string, form: ValueForm): boolean {
  if (value.length < 6 || /\s|change_?me|replace_?me/i.test(value) || REFERENCE.test(value)) return false;
  if (form === "quoted") return isRandomEnough(value);
  if (isCode(value, form)) return false;
  return form === "variable" || isRandom(value) || /^[0-9a-f]{32,128}$/i.test(value);
}

/** A shell's variable is given no code; its value may still be written as a name in capitals that stands for it. */
function isCode(value: string, form: ValueForm): boolean {
  if (form === "variable") return CALL.test(value) || /^[A-Z_]+$/.test(value);
  return CODE.test(value) && !(/^[\w-]+$/.test(value) && /[0-9]/.test(value));
}

/** `correct horse battery staple` is a password; `Enter your password` is what a form says. */
function isPhrase(value: string): boolean {
  const words = value.split(" ");
  return (
    words.length >= 3 && words.length <= 8 && words.every((word) => /^[a-z0-9]+$/.test(word) && !NO_VALUE.has(word))
  );
}

/** Whether the member of a parsed object, or an argument after its option, is a secret by its name. */
export function isSecretMember(name: string, value: string): boolean {
  if (name === "auth" && isBasic(value)) return true;
  const kind = secretKindOf(name);
  return kind !== undefined && isSecretValue(kind, value, "quoted");
}

/** After `Basic` and in Docker's configuration there are a user and a password in base64, or it is a word. */
export function isBasic(encoded: string): boolean {
  const decoded = decodeBase64(encoded);
  if (!/^[\x20-\x7e]{0,200}:[\x20-\x7e]{1,200}$/.test(decoded)) return false;
  const at = decoded.indexOf(":");
  return !isPlaceholderPassword(decoded.slice(at + 1), { user: decoded.slice(0, at) });
}
