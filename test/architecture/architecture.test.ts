import { describe, expect, test } from 'vitest'
import { checkCycles } from './check-cycles.ts'
import { checkLayers } from './check-layers.ts'
import { checkPlatform } from './check-platform.ts'
import {
  checkAny,
  checkDefaultExports,
  checkDirectives,
  checkDoors,
  checkFileLengths,
  checkFunctionLengths,
  checkNames,
} from './check-shape.ts'
import { readSourceFiles } from './source-file.ts'

const files = readSourceFiles()

describe('the sources', () => {
  test('are found', () => {
    expect(files.map(({ path }) => path)).toContain('core/errors.ts')
  })

  test('import downwards only', () => {
    expect(checkLayers(files)).toEqual([])
  })

  test('have no import cycles, not even of types', () => {
    expect(checkCycles(files)).toEqual([])
  })

  test('run on every platform: no Node built-ins, no eval, no console, no clock where they are banned', () => {
    expect(checkPlatform(files)).toEqual([])
  })

  test('have kebab-case names that say what is inside', () => {
    expect(checkNames(files)).toEqual([])
  })

  test('export by name, never by default', () => {
    expect(checkDefaultExports(files)).toEqual([])
  })

  test('name every export of a door', () => {
    expect(checkDoors(files)).toEqual([])
  })

  test('are short files', () => {
    expect(checkFileLengths(files)).toEqual([])
  })

  test('are made of functions that fit on a screen', () => {
    expect(checkFunctionLengths(files)).toEqual([])
  })

  test('never say any', () => {
    expect(checkAny(files)).toEqual([])
  })

  test('switch off no check and postpone nothing', () => {
    expect(checkDirectives(files)).toEqual([])
  })
})
