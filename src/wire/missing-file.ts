/** What a model is told where a file should be that its provider cannot be sent. */
export function missingFile(mediaType: string): string {
  return `[A file of type ${mediaType} is missing here: it could not be sent.]`
}
