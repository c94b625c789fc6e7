export { serveTack } from "./serve-tack.js";
