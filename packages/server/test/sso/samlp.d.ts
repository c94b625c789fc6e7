/** The part of `samlp` that is used here; the package has no types. */
declare module "samlp" {
  const samlp: {
    getSamlResponse(options: object, user: object, done: (error: Error | null, xml: string) => void): void;
  };
  export default samlp;
}
