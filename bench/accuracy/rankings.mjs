/** Where ours is not the first, and why. */

const share = (part, whole) => (whole === 0 ? 1 : part / whole)

/** Columns of the tables over cases and corpora: higher is better. */
const caseColumns = {
  accepted: ({ accepted, cases }) => share(accepted, cases),
  sound: ({ sound, cases }) => share(sound, cases),
  tight: ({ rejected, instances }) => share(rejected, instances),
  'silently lost: constraints': ({ lostConstraints }) => -lostConstraints,
  'silently lost: notes': ({ lostNotes }) => -lostNotes,
  'let through in silence': ({ lostInstances }) => -lostInstances,
  threw: ({ threw }) => -threw,
}

const corpusColumns = {
  accepted: ({ accepted, records }) => share(accepted, records),
  sound: ({ sound, withValid }) => share(sound, withValid),
  tight: ({ stopped, invalid }) => share(stopped, invalid),
  'keywords silently lost': ({ lost }) => -lost,
  threw: ({ threw }) => -threw,
}

/** Each column in which a peer is ahead of ours, with those peers, and whether they are all less sound for it. */
export function columnsBehind(rows, tallyOf, isCorpus) {
  const ours = rows.find(({ isOurs }) => isOurs)
  if (ours === undefined) return []
  const columns = isCorpus ? corpusColumns : caseColumns
  return Object.entries(columns).flatMap(([column, rate]) => {
    const ahead = rows.filter((row) => rate(tallyOf(row)) > rate(tallyOf(ours)))
    const isUnsound = (row) => columns.sound(tallyOf(row)) < columns.sound(tallyOf(ours))
    return ahead.length === 0 ? [] : [{ column, ahead, areUnsound: ahead.every(isUnsound) }]
  })
}

/** Peers that convert more schemas a second than ours. */
export function fasterPeers(rows) {
  return rows.filter(({ speed }) => speed !== undefined && speed.cases.first.ratio < 1)
}
