import { arrayOf, eventsOf, replyOf } from './scenarios.mjs'

/** The clock of the machine, in microseconds: the same in every process. */
export const machineMicros = () => Number(process.hrtime.bigint() / 1000n)

/** Gemini's side of slow streams: a piece at every interval, which says its number and when it was sent. */
export function answerSlowly({ pieceCount, intervalMs }) {
  return (incoming, outgoing) => {
    const isSse = incoming.url.includes('alt=sse')
    incoming.resume()
    incoming.once('end', () => {
      outgoing.writeHead(200, { 'content-type': isSse ? 'text/event-stream' : 'application/json' })
      let sent = 0
      const timer = setInterval(() => {
        const isLast = sent === pieceCount - 1
        const reply = replyOf({ text: `${sent}:${machineMicros()} ` }, isLast ? 'STOP' : undefined)
        outgoing.write(isSse ? eventsOf([reply]) : pieceOfArray(reply, sent === 0, isLast))
        sent++
        if (isLast) outgoing.end()
      }, intervalMs)
      outgoing.once('close', () => clearInterval(timer))
    })
  }
}

function pieceOfArray(reply, isFirst, isLast) {
  const text = arrayOf([reply]).slice(1, -2)
  return (isFirst ? '[' : ',\r\n') + text + (isLast ? '\n]' : '\n')
}
