export { fold, tokenize } from "./core/tokenize.js";
