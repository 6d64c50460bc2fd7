import { beforeEach, expect, test, vi } from 'vitest'
import { type SettingFlags, settingsOf } from '../../server/cli/endpoint/settings.ts'
import { createProgram } from '../../server/cli/program.ts'
import { realOutside } from '../../server/outside.ts'
import type { Reply } from '../../server/wire.ts'
import { replayCommand } from '../../ui/commands/curl.ts'
import { endpointCommand } from '../../ui/commands/endpoint-command.ts'
import { byLine, headerEdits, pairsIn, withoutColon } from '../../ui/kit/header-lines.ts'
import { replayOf, sameBytes, signOptions } from '../../ui/live/replay-order.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
  return () => vi.unstubAllGlobals()
})

/** The words of a command as a shell reads them. */
const wordsOf = (command: string) =>
  [...command.matchAll(/(?:'((?:[^']|'\\'')*)'|(\S+))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll("'\\''", "'") ?? plain ?? '',
  )

/** What the real command line would set. */
async function settingsBy(command: string): Promise<Record<string, unknown>> {
  const terminal = { out() {}, log() {} }
  const program = createProgram({
    terminal,
    environment: {},
    calledAs: 'webhook-sandbox',
    outside: realOutside(),
    onRunning() {},
  })
  const endpoint = program.commands.find((one) => one.name() === 'endpoint')
  const set = endpoint?.commands.find((one) => one.name() === 'set')
  let found: Record<string, unknown> = {}
  set?.action((_name: string, flags: SettingFlags) => {
    found = settingsOf(flags)
  })
  await program.parseAsync(wordsOf(command).slice(2), { from: 'user' })
  return found
}

const replies: Reply[] = [
  { status: 503 },
  [{ status: 503 }, { status: 503 }, { status: 200 }],
  { status: 200, body: "it's" },
  { rules: [{ when: { event: 'card.*' }, reply: { status: 401 } }] },
]
test.each(replies)('the command line sets the reply %j like the form', async (reply) => {
  expect(await settingsBy(endpointCommand({ name: 'mine', reply }))).toEqual({ reply })
})

test('the command line sets and removes all other settings like the form', async () => {
  const set = {
    scheme: 'basic',
    scheme_options: { user: 'ann b', realm: 3 },
    secret: 'a b',
    forward_to: ['http://localhost:3000/a', 'http://localhost:3001/b?c=d'],
    rate_limit: { limit: 5, per: '1s', burst: 9 },
  }
  expect(await settingsBy(endpointCommand({ name: 'mine', ...set }))).toEqual(set)
  const off = { scheme: null, scheme_options: {}, secret: null, forward_to: [], rate_limit: null }
  expect(await settingsBy(endpointCommand({ name: 'mine', ...off }))).toEqual({
    ...off,
    scheme_options: null,
    forward_to: null,
  })
})

const capture = {
  method: 'POST',
  body: '{}',
  headers: [
    ['X-A', '1'],
    ['X-B', '2'],
  ] as [string, string][],
  verdict: { scheme: 'stripe' } as never,
}

test('a replay sends only the edited parts', () => {
  const before = sameBytes(capture, '')
  expect(replayOf(before, before)).toEqual({})
  expect(
    replayOf(
      { ...before, url: ' http://x ', headers: 'X-A: 1\nX-C: 3', body: '', sign: 'endpoint a.b' },
      before,
    ),
  ).toEqual({ url: 'http://x', headers: { 'X-B': null, 'X-C': '3' }, body: '', sign: { endpoint: 'a.b' } })
  expect(replayOf({ ...before, sign: 'secret', secret: 'a b' }, before)).toEqual({
    sign: { secret: 'a b', scheme: 'stripe' },
  })
  expect(replayOf({ ...before, sign: 'known' }, before)).toEqual({ sign: true })
})

test('only owners of a known secret are offered for signing', () => {
  const endpoint = { name: 'mine', secret: 'x' } as never
  const without = { name: 'other', secret: null } as never
  expect(signOptions([endpoint, without], [], '').map(([value]) => value)).toEqual([
    '',
    'known',
    'endpoint mine',
    'secret',
  ])
})

test('the option to sign for a subscription hides the secret in its address', () => {
  const one = { id: 'sub_1', url: 'http://user:pass@127.0.0.1:9/h?token=supersecret' } as never
  const titles = signOptions([], [one], 'http://127.0.0.1:4400').map(([, title]) => title)
  expect(titles).toContain('new, with the secret of the subscription to 127.0.0.1:9/h?token=•••')
})

test('a replay has a command if the program supports it', () => {
  expect(
    replayCommand('cap_1', { url: 'http://x/y', sign: true, headers: { 'X-A': "it's" }, body: '{}' }),
  ).toBe(
    `npx webhook-sandbox capture replay cap_1 --to http://x/y --sign --header 'X-A: it'\\''s' --body '{}'`,
  )
  expect(replayCommand('cap_1', { sign: { endpoint: 'mine' } })).toBeNull()
  expect(replayCommand('cap_1', { headers: { 'X-A': null } })).toBeNull()
})

test('a line without a colon is quoted, and header indexes become line numbers', () => {
  const typed = 'x-a: 1\n\nx b\nx-c: é'
  expect(withoutColon(typed)).toContain('“x b”')
  expect(withoutColon('x-a:\n\nx-b: 2')).toBeUndefined()
  const problem = { code: 'invalid_field', message: 'As the sandbox says it.', fix: '' }
  const fields = [
    { path: ['headers', 2, 1], problem: 'is not a valid header value' },
    { path: ['url'], problem: 'must be an URL' },
    { path: ['headers', 0, 0], problem: 'must be a valid header name' },
  ]
  expect(byLine({ ...problem, fields }, typed)).toEqual({
    ...problem,
    message:
      'line 4 of the headers, x-c: is not a valid header value; url: must be an URL; line 1 of the headers, x-a: must be a valid header name.',
  })
  const others = [{ path: ['headers', 9, 1], problem: 'is not a valid header value' }]
  for (const other of [problem, { ...problem, fields: others }]) expect(byLine(other, typed)).toBe(other)
})

test('repeated headers stay when other headers change', () => {
  const before = pairsIn('A: 1\nA: 2\nB: 3')
  expect(headerEdits(before, pairsIn('a: 1\na: 2\nB: 4'))).toEqual({ B: '4' })
  expect(headerEdits(before, pairsIn('A: 2'))).toEqual({ A: '2', B: null })
})
