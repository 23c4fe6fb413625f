import type { CompiledSchema, CompileOptions } from '../../src/schema/index.ts'
import { compileSchema, ToolfitError } from '../../src/schema/index.ts'

/** Compiles; undefined where the compiler refuses with a code. Any other error is a breach of every law, and passes on. */
export function compileOrRefuse(source: unknown, options: CompileOptions): CompiledSchema | undefined {
  try {
    return compileSchema(source, options)
  } catch (error) {
    if (ToolfitError.isInstance(error) && error.code.length > 0) return undefined
    throw error
  }
}
