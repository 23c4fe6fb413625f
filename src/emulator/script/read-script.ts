import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject } from '../../core/json.ts'
import type { ScriptEntry, ScriptStep } from './script.ts'

/** The names that the types allow, for scripts in JavaScript. A misspelt one would only give a strange answer. */
const stepNames = ['expect', 'reply', 'fault']
const replyNames = ['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'responseId', 'createTime']
const replyForms = ['chunks', 'fault', 'error']
const callNames = ['name', 'args', 'id', 'partialArgs', 'willContinue']
const partNames = [
  'text',
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
  'thought',
  'thoughtSignature',
]

/** The steps of a script: a reply alone is a step that answers any request. Refuses what is neither, before a request comes. */
export function readScript(script: unknown): ScriptStep[] {
  if (!Array.isArray(script))
    throw invalid("A script is a list of replies and steps: ['Hi.', { expect: /…/, reply: … }].")
  return script.map((entry: ScriptEntry, index) => {
    const step = isStep(entry) ? entry : { reply: entry }
    assertNames(step, stepNames, `Step ${index + 1} of the script`)
    if (step.reply !== undefined) checkReply(step.reply, `The reply of step ${index + 1}`)
    return step
  })
}

function isStep(entry: ScriptEntry): entry is ScriptStep {
  if (!isPlainObject(entry)) return false
  const names = Object.keys(entry)
  return names.length === 0 || names.some((name) => stepNames.includes(name))
}

function checkReply(reply: unknown, at: string): void {
  if (typeof reply === 'string' || typeof reply === 'function') return
  if (Array.isArray(reply)) {
    for (const [index, part] of reply.entries()) checkPart(part, `${at}, part ${index + 1},`)
    return
  }
  if (!isPlainObject(reply)) throw invalid(`${at} must be a text, a list of parts, a response or a function.`)
  const names = Object.keys(reply)
  if (partNames.some((name) => names.includes(name))) throw invalid(`${at} is a part. Parts are a list: [{ … }].`)
  assertNames(reply, [...replyNames, ...replyForms], at)
}

function checkPart(part: unknown, at: string): void {
  if (!isPlainObject(part)) throw invalid(`${at} must be an object such as { text: … } or { functionCall: … }.`)
  assertNames(part, partNames, at)
  const { text, functionCall } = part
  if (text !== undefined && typeof text !== 'string') throw invalid(`${at} has a text that is no string.`)
  if (functionCall === undefined) return
  if (!isPlainObject(functionCall) || typeof functionCall['name'] !== 'string') {
    throw invalid(`${at} needs a functionCall such as { name: 'weather', args: { … } }.`)
  }
  assertNames(functionCall, callNames, `${at} functionCall,`)
}

function assertNames(value: object, allowed: readonly string[], at: string): void {
  const other = Object.keys(value).find((name) => !allowed.includes(name))
  if (other !== undefined) throw invalid(`${at} has "${other}". There are: ${allowed.join(', ')}.`)
}

function invalid(message: string): ToolfitError {
  return new ToolfitError('option-invalid', message, { option: 'script' })
}
