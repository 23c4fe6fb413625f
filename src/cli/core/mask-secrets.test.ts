import { describe, expect, test } from 'vitest'
import { maskText, maskWords } from './mask-secrets.ts'

const shown = (...words: string[]) => maskWords(words).shown.join(' ')

describe('maskWords', () => {
  test.each<[words: string[], result: string]>([
    [['--access-token=x'], '--access-token=[secret]'],
    [['--api-key', 'x', '--port', '80'], '--api-key [secret] --port 80'],
    [['--apiKey', 'x'], '--apiKey [secret]'],
    [['-token', 'x'], '-token [secret]'],
    [['--password=two words'], '--password=[secret]'],
    [['--token', '-starts-with-a-dash'], '--token [secret]'],
    [['--auth', '--verbose'], '--auth --verbose'],
    [['--no-auth', 'server.js'], '--no-auth server.js'],
    [['env', 'GITHUB_TOKEN=x', 'npx'], 'env GITHUB_TOKEN=[secret] npx'],
    [['-e', 'ANYTHING=x', 'image'], '-e ANYTHING=[secret] image'],
    [['--env=ANYTHING=x', '-eOTHER=x', '-extra=1'], '--env=ANYTHING=[secret] -eOTHER=[secret] -extra=1'],
    [['env', 'ANYTHING=x', 'npx'], 'env ANYTHING=[secret] npx'],
    [['-u', 'me:x'], '-u me:[secret]'],
    [['-ume:x', '--user=me:x', '--proxy-user', 'me:x'], '-ume:[secret] --user=me:[secret] --proxy-user me:[secret]'],
    [['--url', 'http://host', '-uhttp://host'], '--url http://host -uhttp://host'],
    [
      ['--pass', 'x', '--creds=x', '--pw', 'x', '--otp', 'x'],
      '--pass [secret] --creds=[secret] --pw [secret] --otp [secret]',
    ],
    [['https://host/a?sv=1&sig=x'], 'https://host/a?sv=1&sig=[secret]'],
    [['sh', '-c', 'server --token x --port 80'], 'sh -c server --token [secret] --port 80'],
    [['sh', '-c', "server --token 'x y' -e A=x"], 'sh -c server --token [secret] -e A=[secret]'],
    [['--config', '{"env":{"A":"x"},"port":80}'], '--config {"env":[secret]'],
    [['-p', 'canary', '--password', 'canary', 'run-canary'], '-p [secret] --password [secret] run-[secret]'],
    [['https://hooks.slack.com/services/T0/B0/x'], 'https://hooks.slack.com/[secret]'],
    [['--header', 'Authorization: Bearer x'], '--header Authorization: [secret]'],
    [['-H', 'X-Api-Key:x'], '-H X-Api-Key:[secret]'],
    [['https://me:x@host/mcp'], 'https://[secret]@host/mcp'],
    [['https://x@host/mcp'], 'https://[secret]@host/mcp'],
    [['https://host/mcp?key=x&page=2'], 'https://host/mcp?key=[secret]&page=2'],
    [['--url=https://host/mcp?access_token=x#top'], '--url=https://host/mcp?access_token=[secret]'],
    [['{"url":"https://host","apiKey":"x y"}'], '{"url":"https://host","apiKey":[secret]}'],
    [['postgres://me:x@host/db'], 'postgres://[secret]@host/db'],
    [['ghp_0123456789abcdef'], '[secret]'],
    [['sk-proj-0123456789'], '[secret]'],
    [['--config', 'a=AIzaSyA0123456789012345678'], '--config a=[secret]'],
    [['https://host/s/0123456789abcdef0123456789abcdef/mcp'], 'https://host/s/[secret]/mcp'],
    [
      ['npx', '-y', '@modelcontextprotocol/server-everything', '--port', '80'],
      'npx -y @modelcontextprotocol/server-everything --port 80',
    ],
    [
      ['node', '/home/me/a-server-with-a-long-name/dist/index.js'],
      'node /home/me/a-server-with-a-long-name/dist/index.js',
    ],
    [['--root', 'C:\\Users\\me', '--name=value'], '--root C:\\Users\\me --name=value'],
  ])('%j is shown as %s', (words, result) => {
    expect(shown(...words)).toBe(result)
  })

  test('what was masked is found in other texts, also as URLs and JSON write it', () => {
    const { secrets } = maskWords(['--token', 'a"b c/d', '--header', 'Authorization: Bearer canary'])
    const text = `a"b c/d ${encodeURIComponent('a"b c/d')} ${JSON.stringify('a"b c/d')} canary`
    expect(maskText(text, secrets)).toBe('[secret] [secret] "[secret]" [secret]')
  })

  test('what was masked is found in base64, as servers log headers (X227)', () => {
    const { secrets } = maskWords(['--token', 'canary-secret'])
    const header = `Basic ${Buffer.from('user:canary-secret').toString('base64')}`
    expect(maskText(header, secrets)).toMatch(/^Basic .{0,8}\[secret\].{0,4}$/)
  })

  test('a value of three letters is not looked for in other texts', () => {
    expect(maskText('an error', maskWords(['--token', 'an']).secrets)).toBe('an error')
  })
})
