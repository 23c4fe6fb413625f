/** What a conversation is run with: `ai`, or Toolfit. The types are the least that both have in common; values are compared, not types. */
export interface Implementation {
  generateText(options: object): Promise<object>
  streamText(options: object): StreamedRun
  tool(definition: object): object
  dynamicTool(definition: object): object
  jsonSchema(schema: object): object
  stepCountIs(count: number): unknown
  hasToolCall(toolName: string): unknown
}

export interface StreamedRun {
  readonly fullStream: AsyncIterable<object>
  readonly textStream: AsyncIterable<string>
}
