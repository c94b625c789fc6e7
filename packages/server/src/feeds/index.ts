export { catalogueOfFeed, publicCatalogue } from "./catalogue-by-id.js";
export { requireCatalogue, type CatalogueByKey, type CatalogueOf, type SurfaceContext } from "./catalogue-of.js";
export type { Catalogue } from "./catalogue.js";
export { openFeeds } from "./open-feeds.js";
export { mountFeeds } from "./routes.js";
