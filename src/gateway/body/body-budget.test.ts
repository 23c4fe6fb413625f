import { expect, test } from 'vitest'
import { createBodyBudget } from './body-budget.ts'

const refused = (statusCode: number) => expect.objectContaining({ wire: expect.objectContaining({ statusCode }) })

test('bodies of all clients fit up to the total; what is beyond it is a 503 with the time to wait (X155)', () => {
  const budget = createBodyBudget({ total: 100, perClient: 60 })
  budget.open('a').take(60)
  const other = budget.open('b')
  other.take(40)
  expect(budget.used()).toBe(100)
  expect(() => other.take(1)).toThrow(refused(503))
  expect(() => other.take(1)).toThrow(expect.objectContaining({ headers: { 'retry-after': '1', connection: 'close' } }))
})

test('one client has only its part, over all of its requests (X155)', () => {
  const budget = createBodyBudget({ total: 100, perClient: 60 })
  budget.open('a').take(30)
  const second = budget.open('a')
  second.take(30)
  expect(() => second.take(1)).toThrow(refused(429))
  expect(() => budget.open('b').take(40)).not.toThrow()
})

test('a request for several answers counts once for each of them (X155)', () => {
  const budget = createBodyBudget({ total: 100, perClient: 60 })
  const first = budget.open('a')
  first.take(10)
  first.multiply(1)
  expect(budget.used()).toBe(10)
  first.multiply(4)
  expect(budget.used()).toBe(40)
  const second = budget.open('a')
  second.take(10)
  expect(() => second.multiply(3)).toThrow(refused(429))
  expect(() => second.multiply(7)).toThrow(refused(413))
  first.release()
  expect(() => second.multiply(3)).not.toThrow()
  second.release()
  expect(budget.used()).toBe(0)
})

test('what a request took is free again when it is over, also after a refusal, and once', () => {
  const budget = createBodyBudget({ total: 100, perClient: 100 })
  const first = budget.open('a')
  first.take(90)
  expect(() => first.take(20)).toThrow(refused(503))
  first.release()
  first.release()
  expect(budget.used()).toBe(0)
  expect(() => budget.open('a').take(100)).not.toThrow()
})
