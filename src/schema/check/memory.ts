import type { JsonObject } from '../../core/json.ts'
import type { Scope } from './dynamic-scope.ts'
import { keep } from './keep.ts'

/** Does this schema take this value, in this dynamic scope? Where in the value it stands does not matter. */
export interface Question {
  readonly schema: JsonObject
  readonly value: unknown
  readonly scope: Scope | undefined
}

/** Answers that were found in one validation. */
export class Memory {
  private readonly answers = new Map<Scope | undefined, Map<JsonObject, Map<unknown, boolean>>>()

  get({ schema, value, scope }: Question): boolean | undefined {
    return this.answers.get(scope)?.get(schema)?.get(value)
  }

  set({ schema, value, scope }: Question, answer: boolean): void {
    const bySchema = this.answers.get(scope) ?? keep(this.answers, scope, new Map())
    const byValue = bySchema.get(schema) ?? keep(bySchema, schema, new Map())
    byValue.set(value, answer)
  }
}
