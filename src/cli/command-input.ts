import type { ToolSetInput } from '../tools/compiled-tools.ts'

/** What a command works on, whatever it was read from. */
export interface Input {
  /** What messages call it: a path, `stdin`, or a server's command. */
  readonly name: string
  readonly content: InputContent
  /** What was passed over, as sentences: nothing is left out in silence. */
  readonly notes: readonly string[]
}

export type InputContent =
  /** One schema, in any form that `compileSchema` takes. */
  | { readonly form: 'schema'; readonly schema: unknown }
  /** Several, by name: the exports of a module. */
  | { readonly form: 'schemas'; readonly schemas: readonly (readonly [name: string, schema: unknown])[] }
  | { readonly form: 'tools'; readonly tools: ToolSetInput }
  /** An OpenAI request: its tools, and its `response_format`. */
  | { readonly form: 'request'; readonly tools?: ToolSetInput; readonly response?: unknown }
