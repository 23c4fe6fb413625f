import { expectTypeOf, test } from 'vitest'
import type {
  FinishEvent,
  GenerateTextResult,
  PrepareStepInput,
  Step,
  StopInput,
  TextStreamPart,
  Tool,
} from '../../src/index.ts'

type Tools = { look: Tool<{ city: string }, number> }
type Fits<ONE, OTHER> = ONE extends OTHER ? true : false

test('a function that takes what any tools give can be a callback of a run whose tools are known', () => {
  expectTypeOf<Fits<Step<Tools>, Step>>().toEqualTypeOf<true>()
  expectTypeOf<Fits<StopInput<Tools>, StopInput>>().toEqualTypeOf<true>()
  expectTypeOf<Fits<PrepareStepInput<Tools>, PrepareStepInput>>().toEqualTypeOf<true>()
  expectTypeOf<Fits<FinishEvent<Tools>, FinishEvent>>().toEqualTypeOf<true>()
  expectTypeOf<Fits<TextStreamPart<Tools>, TextStreamPart>>().toEqualTypeOf<true>()
  expectTypeOf<Fits<GenerateTextResult<Tools>, GenerateTextResult>>().toEqualTypeOf<true>()
})
