import { type Fields, isPlainObject } from '../../../core/json.ts'
import { parseUrl } from '../../../core/parse-url.ts'
import { isSaid, missingField, unsupportedValue, wrongType } from '../../../wire/openai-chat/wrong-field.ts'
import type { ResourceAccess } from '../../access/project-resources.ts'
import { invalidField, type RefusedRequest } from '../../refused-request.ts'

const types = ['text', 'image_url', 'input_audio', 'file']
const audioFormats = ['wav', 'mp3']

export interface ReadingParts {
  /** Gets the `detail` of each image. */
  readonly details: Set<string>
  readonly resources: ResourceAccess
}

/**
 * Checks a part of a user's message, and writes it in the form that the codec reads. Files are not fetched: Gemini gets their URL.
 *
 * @throws RefusedRequest with the path of what is wrong.
 */
export function readUserPart(part: unknown, at: string, reading: ReadingParts): Fields {
  if (!isPlainObject(part)) throw wrongType(at, part, 'object')
  const { type } = part
  switch (type) {
    case 'text':
      if (typeof part['text'] !== 'string') throw wrongType(`${at}.text`, part['text'], 'string')
      return part
    case 'image_url':
      return readImage(part, `${at}.image_url`, reading)
    case 'input_audio':
      return readAudio(part, `${at}.input_audio`, reading)
    case 'file':
      return readFile(part, `${at}.file`, reading)
    default:
      throw unsupportedValue(`${at}.type`, type, types)
  }
}

function readImage(part: Fields, at: string, { details, resources }: ReadingParts): Fields {
  const inner = part['image_url']
  // Some clients leave out the object around the URL.
  const url = isPlainObject(inner) ? inner['url'] : inner
  if (!isSaid(url) || isPlainObject(url)) throw missingField(`${at}.url`)
  if (typeof url !== 'string') throw wrongType(`${at}.url`, url, 'string')
  const detail = isPlainObject(inner) ? inner['detail'] : undefined
  if (typeof detail === 'string' && detail !== 'auto') details.add(detail)
  checkUrl(url, `${at}.url`, resources)
  // As a file, because parsing a data URL of a megabyte as a URL is slow.
  return isData(url) ? { type: 'file', file: { file_data: url } } : { type: 'image_url', image_url: { url } }
}

function isData(url: string): boolean {
  return /^data:/i.test(url.slice(0, 5))
}

/** Base64 has no colon, and no scheme is longer. */
function isUrl(data: string): boolean {
  return data.slice(0, 100).includes(':')
}

/** The web's, and Google's own. A path on this machine is refused. */
const schemes: ReadonlySet<string> = new Set(['https:', 'http:', 'gs:'])

function checkUrl(url: string, at: string, resources: ResourceAccess): void {
  if (isData(url)) {
    const head = url.slice(0, 200)
    if (!/^data:[\w.+-]+\/[\w.+-]+(;[\w=.+-]+)*;base64,/i.test(head))
      throw invalidUrl(at, 'its data must be base64 with a media type')
    return
  }
  const parsed = parseUrl(url)
  if (parsed === undefined) throw invalidUrl(at, 'it must be a URL with its scheme')
  if (!schemes.has(parsed.protocol)) throw invalidUrl(at, 'its scheme must be https, http, gs or data')
  resources.checkUrl(url, at)
}

function invalidUrl(at: string, reason: string): RefusedRequest {
  return invalidField(at, 'invalid_image_url', `Invalid '${at}': ${reason}.`)
}

function readAudio(part: Fields, at: string, { resources }: ReadingParts): Fields {
  const inner = part['input_audio']
  if (!isPlainObject(inner)) throw missingField(at)
  const { data, format } = inner
  if (typeof data !== 'string' || data === '') throw missingField(`${at}.data`)
  if (typeof format !== 'string' || !audioFormats.includes(format)) {
    throw unsupportedValue(`${at}.format`, format, audioFormats)
  }
  if (isUrl(data)) checkUrl(data, `${at}.data`, resources)
  return part
}

/** By the extension of a file, where its data has no media type. */
const mediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
}

function readFile(part: Fields, at: string, { resources }: ReadingParts): Fields {
  const inner = part['file']
  if (!isPlainObject(inner)) throw missingField(at)
  const { file_data: data, file_id: id, filename } = inner
  if (typeof data === 'string' && data !== '') {
    if (isUrl(data)) {
      checkUrl(data, `${at}.file_data`, resources)
      return part
    }
    const extension = typeof filename === 'string' ? filename.slice(filename.lastIndexOf('.') + 1).toLowerCase() : ''
    const type = Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension]! : 'application/pdf'
    return { type: 'file', file: { ...inner, file_data: `data:${type};base64,${data}` } }
  }
  if (typeof id !== 'string' || id === '') throw missingField(`${at}.file_data`)
  const url = googleFile(id, `${at}.file_id`)
  resources.checkUrl(url, `${at}.file_id`)
  return { type: 'image_url', image_url: { url } }
}

/** A file at Google: `files/…`, or its URL. Files at OpenAI are out of reach. */
function googleFile(id: string, at: string): string {
  if (/^files\/[\w-]+$/.test(id)) return `https://generativelanguage.googleapis.com/v1beta/${id}`
  if (/^(https:\/\/generativelanguage\.googleapis\.com\/|gs:\/\/)/.test(id) && parseUrl(id) !== undefined) return id
  const message = `Invalid '${at}': no file with this id. Send its bytes as file_data, or the name of a file that Google holds: files/….`
  throw invalidField(at, 'invalid_value', message)
}
