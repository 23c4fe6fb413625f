import { expect, test } from 'vitest'
import { createResourceAccess } from '../../access/project-resources.ts'
import { readUserPart } from './read-user-part.ts'

const read = (part: unknown, details = new Set<string>()) =>
  readUserPart(part, 'at', { details, resources: createResourceAccess() })
const image = (url: unknown, detail?: string) => ({ type: 'image_url', image_url: { url, detail } })
const file = (inner: object) => ({ type: 'file', file: inner })

test('bytes are a file, an address is an image, and details are gathered', () => {
  const details = new Set<string>()
  expect(read(image('data:image/png;base64,AA==', 'low'), details)).toEqual(
    file({ file_data: 'data:image/png;base64,AA==' }),
  )
  expect(read(image('https://host/a.png', 'auto'), details)).toEqual({
    type: 'image_url',
    image_url: { url: 'https://host/a.png' },
  })
  expect([...details]).toEqual(['low'])
})

test('a file without a media type has that of its name, or is a PDF', () => {
  expect(read(file({ file_data: 'AA==', filename: 'a.CSV' }))).toMatchObject({
    file: { file_data: 'data:text/csv;base64,AA==' },
  })
  expect(read(file({ file_data: 'AA==' }))).toEqual(file({ file_data: 'data:application/pdf;base64,AA==' }))
  expect(read(file({ file_data: 'AA==', filename: 'constructor' }))).toMatchObject({
    file: { file_data: 'data:application/pdf;base64,AA==' },
  })
})

test.each([
  ['no part', null, 'at'],
  ['no type', {}, 'at.type'],
  ['data that is no base64', image('data:image/png,x'), 'at.image_url.url'],
  ['data without a type', image('data:;base64,AA=='), 'at.image_url.url'],
  ['a number for a URL', image(5), 'at.image_url.url'],
  ['audio without data', { type: 'input_audio', input_audio: { format: 'wav' } }, 'at.input_audio.data'],
  ['a file without anything', file({}), 'at.file.file_data'],
  ['a file at a strange place', file({ file_data: 'file:///etc/passwd' }), 'at.file.file_data'],
  ['a file at a strange place behind a blank', file({ file_data: ' file:///etc/passwd' }), 'at.file.file_data'],
  [
    'audio at a strange place',
    { type: 'input_audio', input_audio: { format: 'wav', data: 'file:///a' } },
    'at.input_audio.data',
  ],
  ['a file of nobody', file({ file_id: 'files/../x' }), 'at.file.file_id'],
])('%s is refused with its place', (_, part, param) => {
  expect(() => read(part)).toThrow(expect.objectContaining({ wire: expect.objectContaining({ param }) }))
})
