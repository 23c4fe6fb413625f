/** `parallelToolCalls` -> `parallel_tool_calls`: options are written as the AI SDK spells them, and sent as the API does. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
