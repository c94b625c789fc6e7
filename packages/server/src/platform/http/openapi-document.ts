import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { VERSION } from "../version.js";

/** As strict as elsewhere, but this page of others' making styles its elements inline. */
const DOCS_POLICY =
  "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:; " +
  "object-src 'none'; style-src 'self' 'unsafe-inline'";

/** Collects every route that is mounted after this call. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    refResolver: { buildLocalReference: (schema) => (schema as { $id: string }).$id },
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tackroom",
        version: VERSION,
        description: "Registry and flight recorder for coding agents.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "A JWT or an API key" },
          apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: DOCS_POLICY,
    uiConfig: { docExpansion: "list", deepLinking: true, tryItOutEnabled: true },
    theme: {
      title: "Tackroom API",
      // The bar offers to load other documents, which the page's policy forbids.
      css: [{ filename: "tackroom.css", content: ".swagger-ui .topbar { display: none }" }],
    },
  });
}
