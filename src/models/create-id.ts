/** Creates an id for a call or a source without one. Short enough for every provider: OpenAI takes 40 characters. */
export function createId(): string {
  // Not `randomUUID`: browsers have it on secure pages only.
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `call_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
