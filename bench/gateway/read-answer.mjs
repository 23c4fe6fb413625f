/** Reads the answer of a gateway as a client does. Undefined: it is complete, and what was asked for. */
export function complaintAboutAnswer({ status, text }, expected) {
  if (status !== 200) return `status ${status}: ${text.slice(0, 300)}`
  const choice = parse(text)?.choices?.[0]
  if (choice === undefined) return `no answer: ${text.slice(0, 300)}`
  if (expected.call === undefined) {
    return choice.message.content === expected.text ? undefined : `another text: ${text.slice(0, 300)}`
  }
  const called = choice.message.tool_calls?.[0]?.function
  const isRight =
    called?.name === expected.call.name &&
    JSON.stringify(parse(called.arguments)) === JSON.stringify(expected.call.args)
  return isRight ? undefined : `another call: ${text.slice(0, 300)}`
}

/** Whether a stream has all of its text and an end. `[DONE]` is not asked for: not every gateway sends it. */
export function complaintAboutStream({ status, text }, expected) {
  if (status !== 200) return `status ${status}: ${text.slice(0, 300)}`
  const { content, finishReason, error } = readEvents(text)
  if (error !== undefined) return `an error in the stream: ${error}`
  if (content !== expected.text) return `another text: ${content.length} of ${expected.text.length} characters`
  return finishReason === undefined ? 'the stream has no end' : undefined
}

/** What the events of a stream say together. */
export function readEvents(text) {
  let content = ''
  let finishReason
  let error
  let isDone = false
  for (const line of text.split('\n')) {
    if (!line.startsWith('data:')) continue
    const data = line.slice(5).trim()
    if (data === '[DONE]') {
      isDone = true
      continue
    }
    const event = parse(data)
    if (event === undefined) error ??= `no JSON: ${data.slice(0, 200)}`
    if (event?.error) error ??= JSON.stringify(event.error).slice(0, 200)
    const choice = event?.choices?.[0]
    content += choice?.delta?.content ?? ''
    finishReason ??= choice?.finish_reason ?? undefined
  }
  return { content, finishReason, error, isDone }
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    // The caller says that it is none.
    return undefined
  }
}
