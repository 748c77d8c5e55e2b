/** Types for the part of the package that the tests use. */
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string>> });
    mediaTypes(available: readonly string[]): string[];
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
  }
}
