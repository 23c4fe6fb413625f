/** Which tool names a provider accepts. */
export interface NameRule {
  /** Matches every character that a name must not contain. */
  readonly illegal: RegExp
  /** Matches a name with a valid first character. */
  readonly start: RegExp
  readonly longest: number
}

/**
 * The name under which a provider accepts a tool: unchanged if it is legal; otherwise with `_` for illegal characters, and
 * shortened with a hash of the whole name if it is too long. The result depends on the name only.
 */
export function fitName(name: string, rule: NameRule): string {
  const legal = spell(name, rule)
  return legal.length <= rule.longest ? legal : distinguish(name, rule, 0)
}

/**
 * Fits different names to different names, in order. A legal name stays unchanged, even if another name fits to it; names that
 * would fit to the same one all get a hash of the original.
 */
export function fitNames(names: readonly string[], rule: NameRule | undefined): readonly string[] {
  if (rule === undefined) return names
  const fitted = names.map((name) => fitName(name, rule))
  const odd = names.flatMap((name, index) => (fitted[index] === name ? [] : [index]))
  if (odd.length === 0) return names
  const taken = new Set(names.filter((name, index) => fitted[index] === name))
  const wanted = new Map<string, number>()
  for (const index of odd) wanted.set(fitted[index]!, (wanted.get(fitted[index]!) ?? 0) + 1)
  const contested = odd.filter((index) => taken.has(fitted[index]!) || wanted.get(fitted[index]!) !== 1)
  // A name with a hash must not equal what another name fits to.
  for (const name of wanted.keys()) taken.add(name)
  for (const index of contested) {
    fitted[index] = freeName(names[index]!, rule, taken)
    taken.add(fitted[index]!)
  }
  return fitted
}

function freeName(name: string, rule: NameRule, taken: ReadonlySet<string>): string {
  // The hash is short, and a tool may already have such a name.
  for (let attempt = 0; ; attempt++) {
    const candidate = distinguish(name, rule, attempt)
    if (!taken.has(candidate)) return candidate
  }
}

function spell(name: string, rule: NameRule): string {
  const spelled = name.replace(rule.illegal, '_')
  return rule.start.test(spelled) ? spelled : `_${spelled}`
}

function distinguish(name: string, rule: NameRule, attempt: number): string {
  const ending = `_${hashText(attempt === 0 ? name : `${attempt} ${name}`)}`
  return spell(name, rule).slice(0, rule.longest - ending.length) + ending
}

/** FNV-1a over the UTF-16 code units, as eight hexadecimal digits. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >> 8), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
