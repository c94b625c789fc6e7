import { describe, expect, test } from "vitest";
import { openOutside, reasonOf } from "../../test/outbound.js";
import { sendJson, type SeenRequest, type WebSite } from "../../test/web-site.js";
import type { Embedder } from "./embedder/embedder.js";
import { createRemoteEmbedder } from "./remote-embedder.js";

const outside = openOutside();

const inputOf = ({ body }: SeenRequest): string[] => (JSON.parse(body) as { input: string[] }).input;

/** A service whose vectors are what the test says for each text. */
async function service(
  vectorOf: (text: string, at: number) => unknown,
  models: unknown = { data: [{ id: "chat" }, { id: "text-embedding-small" }] },
): Promise<{ site: WebSite; create(): Promise<Embedder> }> {
  const site = await outside.site((request, response) => {
    if (request.method === "GET") return sendJson(response, models, models === null ? 404 : 200);
    return sendJson(response, { data: inputOf(request).map(vectorOf) });
  });
  return { site, create: () => createRemoteEmbedder(outside.guard([site.host]), `${site.url}/v1`) };
}

describe("an embedding service", () => {
  test("is asked for at most 64 texts at once, and gives vectors of length one in their order", async () => {
    const { site, create } = await service((text, index) => ({ index, embedding: [Number(text), 0, 0] }));
    const embedder = await create();
    const texts = Array.from({ length: 150 }, (_, index) => String(index % 2 === 0 ? 1 : -4));
    const vectors = await embedder.embed(texts);
    expect(vectors.map((vector) => [...vector])).toEqual(texts.map((text) => [Math.sign(Number(text)), 0, 0]));
    const posts = site.requests.filter(({ method }) => method === "POST");
    expect(posts.map((request) => inputOf(request).length)).toEqual([64, 64, 22]);
    expect(posts[0]?.path).toBe("/v1/embeddings");
    expect(JSON.parse(posts[0]?.body ?? "")).toMatchObject({ model: "text-embedding-small" });
    expect(await embedder.embed([])).toEqual([]);
    await embedder.close();
  });

  test("may answer in another order than it was asked", async () => {
    const site = await outside.site((request, response) =>
      sendJson(response, {
        data:
          request.method === "GET"
            ? []
            : inputOf(request)
                .map((text, index) => ({ index, embedding: [Number(text), 1] }))
                .toReversed(),
      }),
    );
    const embedder = await createRemoteEmbedder(outside.guard([site.host]), site.url);
    const [first, second] = await embedder.embed(["0", "1"]);
    expect([first?.[0], second?.[0]]).toEqual([0, Math.fround(Math.SQRT1_2)]);
  });

  test.each([
    [{ data: [{ id: "nomic-embed-text" }] }, "nomic-embed-text"],
    [{ data: [{ id: "chat" }, { id: "other" }] }, "chat"],
    [{ data: [] }, "default"],
    [{ models: "none" }, "default"],
    [null, "default"],
  ])("whose models are %j is known by its address and %s", async (models, name) => {
    const { site, create } = await service(() => ({}), models);
    expect((await create()).model).toBe(`${site.url}/v1 ${name}`);
  });

  test.each([
    ["no vector", () => ({})],
    ["an empty vector", () => ({ embedding: [] })],
    ["a vector that is too long", () => ({ embedding: Array(4097).fill(1) })],
    ["a vector of texts", () => ({ embedding: ["1"] })],
    ["a vector of nothing", () => ({ embedding: [0, 0] })],
    ["a vector with null for what is no number", () => ({ embedding: [1, null] })],
    ["vectors of different lengths", (_text: string, at: number) => ({ embedding: Array(at + 1).fill(1) })],
    ["the same number twice", () => ({ index: 0, embedding: [1] })],
    ["numbers that were not asked for", (_text: string, at: number) => ({ index: at + 5, embedding: [1] })],
  ])("that gives %s is of no use", async (_what, vectorOf) => {
    const { create } = await service(vectorOf);
    const embedder = await create();
    expect(await reasonOf(embedder.embed(["a", "b"]))).toContain("returned invalid embeddings");
  });

  test("that changes the length between two requests is of no use", async () => {
    const { create } = await service((text) => ({ embedding: Array(Number(text)).fill(1) }));
    const embedder = await create();
    const texts = [...Array<string>(64).fill("2"), "3"];
    expect(await reasonOf(embedder.embed(texts))).toContain("returned embeddings with different dimensions");
  });

  test("that gives fewer vectors than texts is of no use", async () => {
    const site = await outside.site((_request, response) => sendJson(response, { data: [{ embedding: [1] }] }));
    const embedder = await createRemoteEmbedder(outside.guard([site.host]), site.url);
    expect(await reasonOf(embedder.embed(["a", "b"]))).toContain("expected 2 embeddings, got 1");
  });

  test("that is away is not taken for one without models", async () => {
    const site = await outside.site((_request, response) => sendJson(response, {}, 503));
    expect(await reasonOf(createRemoteEmbedder(outside.guard([site.host]), site.url))).toContain("status 503");
    expect(await reasonOf(createRemoteEmbedder(outside.guard([]), site.url))).toContain("OUTBOUND_ALLOWED_HOSTS");
  });
});
