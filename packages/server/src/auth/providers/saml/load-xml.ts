/** The library's own functions for XML, loaded at first need; in a bundle a CommonJS module has a default export only. */
export const loadXml = async () => (await import("@node-saml/node-saml/lib/xml.js")).default;
