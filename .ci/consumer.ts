// Compiled and run against the packed tarball, as a user's own file would be.
import { ToolfitError } from 'toolfit'
import { type Change, compileSchema } from 'toolfit/schema'

const { schema, changes } = compileSchema({ type: 'string', const: 'metric' }, { to: 'gemini' })
const effects: Change['effect'][] = changes.map(({ effect }) => effect)
if (schema.type !== 'STRING' || effects.length === 0) throw new Error(`Unexpected output: ${JSON.stringify(schema)}`)

try {
  // @ts-expect-error: the dialects are a closed union
  compileSchema({}, { to: 'nobody' })
  throw new Error('An unknown dialect was accepted.')
} catch (error) {
  if (!(error instanceof ToolfitError)) throw error
}
