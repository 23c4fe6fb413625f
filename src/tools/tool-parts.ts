/** What is read of a tool, whatever form it has. */
export interface ToolParts {
  readonly name: string
  readonly description: string | undefined
  /** A schema in any form; undefined where the tool has none. */
  readonly schema: unknown
  readonly strict: boolean | undefined
  /** The tool as it came. */
  readonly given: object
  /** True for OpenAI's `{ type: 'function', function: { … } }`. */
  readonly isOpenai: boolean
}
