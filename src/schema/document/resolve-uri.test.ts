import { expect, test } from 'vitest'
import { resolveUri, unknownBase } from './resolve-uri.ts'

test.each([
  ['http://a/b/c/d;p?q', 'g:h', 'g:h', undefined],
  ['http://a/b/c/d;p?q', 'g', 'http://a/b/c/g', undefined],
  ['http://a/b/c/d;p?q', '../../g', 'http://a/g', undefined],
  ['http://a/b/c/d;p?q', '?y', 'http://a/b/c/d;p?y', undefined],
  ['http://a/b/c/d;p?q', 'g?y#s', 'http://a/b/c/g?y', 's'],
  ['http://a/b/c/d;p?q', '#/a%25b c', 'http://a/b/c/d;p?q', '/a%25b c'],
  ['urn:example:root', '#a', 'urn:example:root', 'a'],
  ['urn:example:root', 'node.json', 'node.json', undefined],
  [unknownBase, 'dir/node.json#a', 'toolfit://document/dir/node.json', 'a'],
  ['toolfit://document/dir/root.json', 'node.json', 'toolfit://document/dir/node.json', undefined],
])('from %s, %s leads to %s', (base, reference, uri, fragment) => {
  expect(resolveUri(base, reference)).toEqual({ uri, fragment })
})
