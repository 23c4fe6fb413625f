/** What all demonstrations come to. */
export function summarise(shown) {
  const keywords = { rewritten: 0, encoded: 0, described: 0, narrowed: 0, dropped: 0 }
  for (const { effect } of shown.flatMap(({ changes }) => changes)) keywords[effect]++
  const repaired = shown.flatMap(({ received }) => received.issues).filter(({ level }) => level === 'warning').length
  const refused = shown.filter(({ received }) => !received.isValid).length
  return { tools: shown.length, keywords, repaired, refused }
}
