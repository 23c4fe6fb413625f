import type { ModelMessage as FiveMessage } from 'ai5'
import type { ModelMessage as SixMessage } from 'ai6'
import type { generateText, ModelMessage as SevenMessage } from 'ai7'
import { expect, expectTypeOf, test } from 'vitest'
import type { AnyModelMessage, ModelMessage } from '../src/core/message.ts'
import { pruneHistory } from '../src/history/prune.ts'
import { repairHistory } from '../src/history/repair.ts'

test('messages of ai 5, 6 and 7 are read as they are', () => {
  expectTypeOf<FiveMessage>().toExtend<AnyModelMessage>()
  expectTypeOf<SixMessage>().toExtend<AnyModelMessage>()
  expectTypeOf<SevenMessage>().toExtend<AnyModelMessage>()
  expectTypeOf<ModelMessage>().toExtend<AnyModelMessage>()
})

test('ModelMessage is that of ai 7, both ways', () => {
  expectTypeOf<ModelMessage>().toExtend<SevenMessage>()
  expectTypeOf<SevenMessage>().toExtend<ModelMessage>()
  expectTypeOf<ModelMessage[]>().toExtend<NonNullable<Parameters<typeof generateText>[0]['messages']>>()
})

test('repair and prune give back messages of the version that they were given', () => {
  const five: FiveMessage[] = [{ role: 'user', content: 'Hi.' }]
  const six: SixMessage[] = [{ role: 'user', content: 'Hi.' }]
  const seven: SevenMessage[] = [{ role: 'user', content: 'Hi.' }]
  expectTypeOf(repairHistory(five, 'gemini').messages).toEqualTypeOf<FiveMessage[]>()
  expectTypeOf(repairHistory(six, 'gemini').messages).toEqualTypeOf<SixMessage[]>()
  expectTypeOf(pruneHistory(seven, { maxTurns: 1 }).messages).toEqualTypeOf<SevenMessage[]>()
  expect(repairHistory(five, 'gemini').messages).toEqual(five)
})
