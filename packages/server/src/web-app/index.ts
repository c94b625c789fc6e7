export { serveWebApp } from "./serve-web-app.js";
