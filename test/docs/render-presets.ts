import { type Preset, presets } from '../../src/models/openai/presets.ts'
import type { ChatQuirks } from '../../src/wire/openai-chat/quirks.ts'
import { renderTable } from './render-changes.ts'

const responseFormats: Readonly<Record<ChatQuirks['responseFormat'], string>> = {
  json_schema: 'as a schema',
  json_object: 'as JSON, the schema in words',
  none: 'in words',
}

const replays: Readonly<Record<ChatQuirks['replaysReasoning'], string>> = {
  always: 'yes',
  'with-calls': 'with the calls that they led to',
  never: 'no',
}

/** Every provider that `openai()` knows by more than its URL. */
export function renderPresets(): string {
  return renderTable(
    ['preset', 'base URL', 'a tool can be forced', 'a response is asked for', 'thoughts go back'],
    Object.values(presets).map(({ id, baseURL, quirks }: Preset) => [
      `\`${id}\``,
      id === 'compatible' ? 'any other' : baseURL,
      quirks.toolChoices.includes('required') ? 'yes' : 'no',
      responseFormats[quirks.responseFormat],
      replays[quirks.replaysReasoning],
    ]),
  )
}
