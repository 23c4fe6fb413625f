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
  expect(splitCommand(`KEY='a b' _X=1 npx server A=1`)).toMatchObject({
    command: 'npx',
    args: ['server', 'A=1'],
    env: { KEY: 'a b', _X: '1' },
    shown: 'npx server A=[secret]',
  })
})

test('secrets of the command are given to the server, and masked in what is shown', () => {
  const { args, shown, mask } = splitCommand(`HIDDEN=canary-1 npx server --access-token=canary-2 -e A=canary-3`)
  expect(args).toEqual(['server', '--access-token=canary-2', '-e', 'A=canary-3'])
  expect(shown).toBe('npx server --access-token=[secret] -e A=[secret]')
  expect(mask('canary-1, canary-2 and canary-3 are wrong')).toBe('[secret], [secret] and [secret] are wrong')
})

test('a quote that is never closed, and a line without a command, are refused', () => {
  expect(() => splitCommand('node "a')).toThrow('the quote " is never closed')
  expect(() => splitCommand('  ')).toThrow('needs a command')
  expect(() => splitCommand('A=1')).toThrow('needs a command that starts a server, got only A.')
  expect(() => splitCommand('npx --token "canary')).not.toThrow(/canary/)
})
