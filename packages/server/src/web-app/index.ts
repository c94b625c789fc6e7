export { answerWithPage, serveWebApp } from "./serve-web-app.js";
