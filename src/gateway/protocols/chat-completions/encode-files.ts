import type { JsonObject } from '../../../core/json.ts'
import type { ReplyContent } from '../../../wire/model-reply.ts'

/** Files that the model made, as data URLs in `images`: OpenAI's chat has no place for them, and this is the one that routers use. */
export function encodeFiles(content: readonly ReplyContent[], first = 0): JsonObject[] {
  const files = content.filter((part) => part.type === 'file')
  return files.map(({ mediaType, data }, index) => ({
    type: 'image_url',
    index: first + index,
    image_url: { url: `data:${mediaType};base64,${data}` },
  }))
}
