import { expect, test } from 'vitest'
import { splitCommand } from './split-command.ts'

test.each([
  ['npx -y server /tmp', ['npx', '-y', 'server', '/tmp']],
  ['  npx\t server  ', ['npx', 'server']],
  [`node "my server.mjs" 'a b'`, ['node', 'my server.mjs', 'a b']],
  [`node a" "b'c d'`, ['node', 'a bc d']],
  ['node my\\ server.mjs', ['node', 'my server.mjs']],
  [`node "say \\"hi\\" C:\\new"`, ['node', 'say "hi" C:\\new']],
  [`node '\\n' ''`, ['node', '\\n', '']],
  ['node $HOME *.js | x', ['node', '$HOME', '*.js', '|', 'x']],
])('%j is split as a shell does', (line, words) => {
  const { command, args } = splitCommand(line)
  expect([command, ...args]).toEqual(words)
})

test('assignments in front are the environment, and are not shown: they hold keys', () => {
  expect(splitCommand(`KEY='a b' _X=1 npx server A=1`)).toEqual({
    command: 'npx',
    args: ['server', 'A=1'],
    env: { KEY: 'a b', _X: '1' },
    shown: 'npx server A=1',
  })
})

test('a quote that is never closed, and a line without a command, are refused', () => {
  expect(() => splitCommand('node "a')).toThrow('the quote " is never closed')
  expect(() => splitCommand('  ')).toThrow('needs a command')
  expect(() => splitCommand('A=1')).toThrow('needs a command')
})
