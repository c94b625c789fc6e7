import { domainOf, type CatalogEntry } from "./catalog-entry.js";

/** An entry of someone else as callers see it: found, and trusted by nobody here. */
export interface ExternalEntry extends CatalogEntry {
  readonly "obs:publisher": string;
  readonly "obs:approval": "pending";
  readonly "obs:lifecycle": "pending";
  readonly "obs:availability": "not-approved";
  readonly "obs:supportedHarnesses": readonly string[];
}

/** Whatever the publisher claims, approval is ours to give. */
export function externalEntry(entry: CatalogEntry): ExternalEntry {
  return {
    ...entry,
    "obs:publisher": domainOf(entry.identifier),
    "obs:approval": "pending",
    "obs:lifecycle": "pending",
    "obs:availability": "not-approved",
    "obs:supportedHarnesses": [],
  };
}
