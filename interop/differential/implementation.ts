/** What a conversation is run with: `ai`, or Toolfit. The types are the least that both have in common; values are compared, not types. */
export interface Implementation {
  generateText(options: object): Promise<object>
  streamText(options: object): StreamedRun
  tool(definition: object): object
  dynamicTool(definition: object): object
  jsonSchema(schema: object): object
  stepCountIs(count: number): unknown
  hasToolCall(toolName: string): unknown
  smoothStream(options: object): unknown
  readonly Output: Record<'text' | 'json' | 'object' | 'array' | 'choice', (options?: object) => object>
  readonly ToolLoopAgent: new (settings: object) => LoopAgent
}

export interface LoopAgent {
  generate(call: object): Promise<object>
  stream(call: object): Promise<StreamedRun>
}

export interface StreamedRun {
  readonly fullStream: AsyncIterable<object>
  readonly textStream: AsyncIterable<string>
  readonly partialOutputStream: AsyncIterable<unknown>
  readonly elementStream: AsyncIterable<unknown>
  toUIMessageStream(options?: object): AsyncIterable<object>
}
