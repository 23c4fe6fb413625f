/** Sums of what was measured, by converter. */

const sum = (list, of) => list.reduce((total, each) => total + of(each), 0)

/** Over the cases. `mode`: `strict` or `kind`, where every doubt is the converter's. */
export function tallyCases(results, mode) {
  const judged = results.map((result) => result[mode])
  const accepted = judged.filter((each) => each.accepted)
  return {
    cases: results.length,
    accepted: accepted.length,
    sound: accepted.filter((each) => each.refusedValid.length === 0).length,
    instances: sum(results, ({ each }) => each.invalid.length),
    rejected: sum(results, (result) => result.each.invalid.length - result[mode].acceptedInvalid.length),
    refusedLater: sum(accepted, (each) => each.refusedLater.length),
    lostConstraints: sum(accepted, (each) => each.lostConstraints.length),
    lostInstances: sum(accepted, (each) => each.lostInstances.length),
    judged: sum(results, (result) => (result[mode].accepted ? result.each.invalid.length : 0)),
    constraints: sum(accepted, (each) => each.constraints),
    lostNotes: sum(accepted, (each) => each.lostNotes.length),
    notes: sum(accepted, (each) => each.notes),
    threw: results.filter((result) => result.threw !== undefined).length,
  }
}

/** Accepted and sound, by the feature that the cases are about. */
export function tallyGroups(results) {
  const groups = {}
  for (const { each, strict } of results) {
    groups[each.group] ??= { cases: 0, right: 0 }
    groups[each.group].cases++
    if (strict.accepted && strict.refusedValid.length === 0) groups[each.group].right++
  }
  return groups
}

/** What goes wrong, case by case. */
export function listFailures(results) {
  return results.flatMap(({ each, threw, rejections, strict }) => {
    const show = (list) => (index) => JSON.stringify(list[index])
    if (threw !== undefined) return [{ case: each.id, what: 'threw', evidence: threw }]
    if (!strict.accepted) return [{ case: each.id, what: 'refused', evidence: rejections[0] }]
    return [
      ...strict.refusedValid.map(show(each.valid)).map((evidence) => ({ case: each.id, what: 'not sound', evidence })),
      ...strict.acceptedInvalid
        .map(show(each.invalid))
        .map((evidence) => ({ case: each.id, what: 'not tight', evidence })),
      ...[...strict.lostConstraints, ...strict.lostNotes].map(({ path, keyword }) => ({
        case: each.id,
        what: 'silently lost',
        evidence: `${keyword} at /${path.join('/')}`,
      })),
    ]
  })
}

/** Over the sample of a corpus. */
export function tallyRecords(records) {
  const withValid = records.filter(({ valid }) => valid > 0)
  return {
    records: records.length,
    accepted: records.filter(({ accepted }) => accepted).length,
    withValid: withValid.length,
    sound: withValid.filter(({ sound }) => sound).length,
    invalid: sum(records, ({ invalid }) => invalid),
    stopped: sum(records, ({ stopped }) => stopped),
    keywords: sum(records, ({ keywords }) => keywords),
    lost: sum(records, ({ lost }) => lost),
    threw: records.filter(({ threw }) => threw !== undefined).length,
  }
}

/** Schemas of a corpus that did not come through. */
export function listRecordFailures(records) {
  return records.flatMap(({ id, threw, refused }) => {
    if (threw !== undefined) return [{ id, what: 'threw', evidence: threw }]
    return refused === undefined ? [] : [{ id, what: 'refused', evidence: refused }]
  })
}
