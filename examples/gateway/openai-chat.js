/** A minimal client of the OpenAI API; the `openai` package is a complete one. */

async function post(url, body) {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response
}

/** The first choice of an answer. */
export async function chat(url, body) {
  const response = await post(url, body)
  return (await response.json()).choices[0]
}

/** The texts of a streamed answer. */
export async function* streamChat(url, body) {
  const response = await post(url, { ...body, stream: true })
  let rest = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + piece).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = event.replace(/^data: /, '')
      if (!data.startsWith('{')) continue
      const { choices, error } = JSON.parse(data)
      if (error !== undefined) throw new Error(error.message)
      if (choices[0]?.delta.content) yield choices[0].delta.content
    }
  }
}
