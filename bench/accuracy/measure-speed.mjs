import { interleave, median, succeeds, timed } from '../speed/timing.mjs'

const plan = { warmUp: 5, rounds: 21 }

/**
 * Ours beside a peer, in turns, over the schemas that both take. `first`: every conversion gets a schema that was parsed for
 * it, outside the timed region, so that no cache helps. `again`: the same objects each time, as an application has its
 * tools. The ratio is the median of the rounds' ratios.
 */
export function measureSpeed(ours, peer, schemas) {
  const texts = schemas.map((schema) => JSON.stringify(schema))
  const fresh = (converter) => (text) => converter.prepare(JSON.parse(text))
  const common = texts.filter((text) =>
    [ours, peer].every((converter) => succeeds(() => converter.timed(fresh(converter)(text)))),
  )
  const first = (converter) => () => timed(converter.timed, common.map(fresh(converter)))
  const again = (converter) => {
    const prepared = common.map(fresh(converter))
    return () => timed(converter.timed, prepared)
  }
  return { compared: common.length, first: compare(first(ours), first(peer)), again: compare(again(ours), again(peer)) }

  function compare(oneSide, otherSide) {
    const rounds = interleave({ ours: oneSide, peer: otherSide }, plan)
    const perSecond = (name) => Math.round((1000 * common.length) / median(rounds.map((round) => round[name])))
    const ratio = median(rounds.map((round) => round.peer / round.ours))
    return { oursPerSecond: perSecond('ours'), peerPerSecond: perSecond('peer'), ratio }
  }
}
