/** Whether a pattern is one of ECMA-262, read with the flag that JSON Schema asks for. */
export function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
