import { describe, expect, test } from 'vitest'
import { checkCycles } from './check-cycles.ts'
import { checkFolderCycles, checkFolderSizes, maxFilesInFolder } from './check-folders.ts'
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
import { checkTimedTests, checkTitles, untestedFiles } from './check-tests.ts'
import { evaluationGraph, longestChain } from './import-graph.ts'
import { readSourceFiles, readTestTexts } from './source-file.ts'

const files = readSourceFiles()
const longestChainAllowed = 25

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

  test('import one way inside every folder, between its subfolders too', () => {
    expect(checkFolderCycles(files)).toEqual([])
  })

  test(`fill no folder with more than ${maxFilesInFolder} files`, () => {
    expect(checkFolderSizes(files)).toEqual([])
  })

  test(`are loaded through at most ${longestChainAllowed} imports in a row`, () => {
    const chain = longestChain(evaluationGraph(files.filter(({ isTest }) => !isTest)))
    expect(chain.length, chain.join(' -> ')).toBeLessThanOrEqual(longestChainAllowed)
  })

  test('have a test beside every pass, codec, history rule and emulator rule', () => {
    expect(untestedFiles(files)).toEqual([])
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

test('titles of tests say the behaviour first; numbers of a specification stand at their end', () => {
  expect(checkTitles(readTestTexts())).toEqual([])
})

test('no test expects the machine to be fast', () => {
  expect(checkTimedTests(readTestTexts())).toEqual([])
})
