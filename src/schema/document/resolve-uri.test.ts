import { expect, test } from 'vitest'
import { resolveUri } from './resolve-uri.ts'

// The examples of RFC 3986, 5.4, and the relative bases that documents have.
test.each([
  ['http://a/b/c/d;p?q', 'g:h', 'g:h'],
  ['http://a/b/c/d;p?q', 'g', 'http://a/b/c/g'],
  ['http://a/b/c/d;p?q', './g', 'http://a/b/c/g'],
  ['http://a/b/c/d;p?q', 'g/', 'http://a/b/c/g/'],
  ['http://a/b/c/d;p?q', '/g', 'http://a/g'],
  ['http://a/b/c/d;p?q', '//g', 'http://g'],
  ['http://a/b/c/d;p?q', '?y', 'http://a/b/c/d;p?y'],
  ['http://a/b/c/d;p?q', 'g?y#s', 'http://a/b/c/g?y#s'],
  ['http://a/b/c/d;p?q', '#s', 'http://a/b/c/d;p?q#s'],
  ['http://a/b/c/d;p?q', '', 'http://a/b/c/d;p?q'],
  ['http://a/b/c/d;p?q', '..', 'http://a/b/'],
  ['http://a/b/c/d;p?q', '../..', 'http://a/'],
  ['http://a/b/c/d;p?q', '../../../g', 'http://a/g'],
  ['http://a/b/c/d;p?q', './../g', 'http://a/b/g'],
  ['http://a', 'g', 'http://a/g'],
  ['urn:example:root', '#a', 'urn:example:root#a'],
  ['', 'node.json#a', 'node.json#a'],
  ['dir/root.json', 'node.json', 'dir/node.json'],
  ['/root', 'node', '/node'],
])('from %s, %s is %s', (base, reference, resolved) => {
  expect(resolveUri(base, reference)).toBe(resolved)
})
