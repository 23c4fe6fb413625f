/** Text in pieces that can be encoded each by itself: a character whose two halves came apart is put together first. */
export function toWholeCharacters(texts: AsyncIterable<string>): AsyncIterator<string> {
  let source: AsyncIterator<string> | undefined
  let half = ''
  const open = () => {
    source ??= texts[Symbol.asyncIterator]()
    return source
  }
  const cut = (text: string) => {
    const code = text.charCodeAt(text.length - 1)
    half = code >= 0xd800 && code <= 0xdbff ? text.slice(-1) : ''
    return half === '' ? text : text.slice(0, -1)
  }
  return {
    async next() {
      for (;;) {
        const { done, value } = await open().next()
        if (done && half === '') return { done, value: undefined }
        const text = done ? half : cut(half + value)
        if (done) half = ''
        // An empty piece would be nothing to send.
        if (text !== '') return { done: false, value: text }
      }
    },
    async return() {
      await open().return?.()
      return { done: true, value: undefined }
    },
  }
}
