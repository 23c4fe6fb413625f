import { expect, test } from 'vitest'
import { validateValue } from './validate-value.ts'

test.each([{ issues: [] }, { issues: null }, {}, 5, null, undefined, 'ok'])(
  'a Standard Schema that returns %j refuses the value',
  async (result) => {
    const schema = { '~standard': { version: 1, vendor: 'odd', validate: () => result } }
    expect(await validateValue(schema as never, { a: 1 }, {})).toHaveProperty('error')
  },
)
