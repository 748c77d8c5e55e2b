/**
 * The tools: what a client is told about them, and what a call to each returns, both written once at start.
 *
 * It does not know what the tools are about: names, schemas and facts are given.
 */

export interface ToolSource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the facts; `type: "object"` at its root, or older clients refuse the whole list. */
  readonly outputSchema: object;
  /** The very JSON text that the API serves. */
  readonly json: string;
}

/** A tool as `tools/list` and the discovery documents show it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly annotations: object;
}

/** `properties` is there although it is empty: several model hosts reject every tool of a list when one lacks it. */
const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false } as const;

export function describeTool({ name, title, description, outputSchema }: ToolSource): ToolDescription {
  const annotations = {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
  return { name, title, description, inputSchema: NO_ARGUMENTS, outputSchema, annotations };
}

/** The members of a call's result: the same facts as text, for models, and as a value, for programs. */
export function toolResultMembers({ json }: ToolSource): string {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return `"content":${content},"structuredContent":${json},"isError":false`;
}
