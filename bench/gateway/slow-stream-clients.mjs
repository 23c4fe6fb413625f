import { HttpConnection, postBytes } from './http-connection.mjs'
import { scenarios } from './scenarios.mjs'
import { machineMicros } from './slow-streams.mjs'
import { quantile } from './statistics.mjs'

/**
 * So many streams at once, opened evenly over `rampMs`. Every piece has to come, in its order.
 *
 * @returns what was wrong, and how long pieces were under way
 */
export async function runSlowStreams({ target, count, pieceCount, rampMs }) {
  const bytes = postBytes(target.path, target.headers, { model: target.model, ...scenarios.stream50.request })
  const delays = []
  const streams = Array.from({ length: count }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, (index * rampMs) / count))
    return readSlowStream(target.port, bytes, pieceCount, delays)
  })
  const complaints = (await Promise.all(streams)).filter((complaint) => complaint !== undefined)
  const millis = (share) => (delays.length === 0 ? Number.NaN : quantile(delays, share) / 1000)
  return { complaints, pieces: delays.length, p50: millis(0.5), p99: millis(0.99), most: millis(1) }
}

/** Undefined: all of it came. */
function readSlowStream(port, bytes, pieceCount, delays) {
  return new Promise((resolve) => {
    const connection = new HttpConnection(port)
    const reader = createPieceReader(delays)
    const end = (complaint) => {
      connection.destroy()
      resolve(complaint)
    }
    let opening
    connection.send(bytes, {
      onBody(piece) {
        opening ??= piece.toString()
        reader.take(piece)
      },
      onEnd({ status }) {
        const { next, complaint, isFinished } = reader.state()
        if (status !== 200) return end(`status ${status}: ${opening}`)
        if (complaint !== undefined || next === pieceCount) return end(complaint ?? (isFinished ? undefined : 'no end'))
        return end(`${next} of ${pieceCount} pieces`)
      },
      onFault: (reason) => end(`${reason}, after ${reader.state().next} pieces`),
    })
  })
}

/** Reads deltas as they come, whichever way they are cut. */
function createPieceReader(delays) {
  const decoder = new TextDecoder()
  let unread = ''
  let text = ''
  let next = 0
  let complaint
  let isFinished = false
  const readEvent = (data) => {
    const choice = JSON.parse(data).choices?.[0]
    isFinished ||= Boolean(choice?.finish_reason)
    text += choice?.delta?.content ?? ''
    for (let end = text.indexOf(' '); end !== -1; end = text.indexOf(' ')) {
      const [index, sentAt] = text.slice(0, end).split(':').map(Number)
      text = text.slice(end + 1)
      if (index !== next) complaint ??= `piece ${index} in the place of ${next}`
      next = index + 1
      delays.push(machineMicros() - sentAt)
    }
  }
  return {
    take(bytes) {
      unread += decoder.decode(bytes, { stream: true })
      const lines = unread.split('\n')
      unread = lines.pop()
      for (const line of lines) {
        if (line.startsWith('data: {')) readEvent(line.slice(6))
      }
    },
    state: () => ({ next, complaint, isFinished }),
  }
}
