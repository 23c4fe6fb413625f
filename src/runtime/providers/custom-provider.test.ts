import { afterEach, expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { customProvider } from './custom-provider.ts'
import { createProviderRegistry } from './provider-registry.ts'

const files = { uploadFile: () => undefined }
const skills = { uploadSkill: () => undefined }
const global = globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown }

afterEach(() => {
  delete global.AI_SDK_DEFAULT_PROVIDER
})

test('a provider has the files and skills that it is given, or those of its fallback', () => {
  const given = customProvider({ files, skills })
  expect([given.files?.(), given.skills?.()]).toEqual([files, skills])
  const inherited = customProvider({ fallbackProvider: given })
  expect([inherited.files?.(), inherited.skills?.()]).toEqual([files, skills])
  expect(Object.keys(customProvider({}))).not.toContain('files')
})

test('a registry finds the files and skills of a provider, and says which provider has none', () => {
  const registry = createProviderRegistry({ full: customProvider({ files, skills }), bare: customProvider({}) })
  expect([registry.files('full'), registry.skills('full')]).toEqual([files, skills])
  expect(() => registry.files('bare')).toThrow('The provider "bare" does not support file uploads.')
  expect(() => registry.skills('bare')).toThrow('The provider "bare" does not support skills.')
  expect(() => registry.files('none' as 'bare')).toThrow('No such provider: none')
})

test('a name stands for a model of the default provider', () => {
  const model = scriptedModel(() => 'Hello.')
  const provider = customProvider({ languageModels: { fast: 'small' }, imageModels: { art: 'big' } })
  expect(() => provider.languageModel('fast')).toThrow('AI_SDK_DEFAULT_PROVIDER')
  global.AI_SDK_DEFAULT_PROVIDER = {
    languageModel: (name: string) => (name === 'small' ? model : undefined),
    imageModel: (name: string) => ({ name }),
  }
  expect(provider.languageModel('fast')).toBe(model)
  expect(provider.imageModel('art')).toEqual({ name: 'big' })
})
