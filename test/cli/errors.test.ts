import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { ErrorEntry } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt } from './here.ts'

const catalogueOf = async (sandbox: Awaited<ReturnType<typeof startSandbox>>) =>
  sandbox.get<{ errors: ErrorEntry[]; beyond_dictionary: ErrorEntry[] }>('/sandbox/catalogue/errors')

test('errors lists every code with its status, how it is reached and how often it was met', async () => {
  const sandbox = await startSandbox()
  const { errors, beyond_dictionary } = await catalogueOf(sandbox)
  const armed = { authorization: 'demo', identity: 'demo', 'sandbox-error': 'webhooks_err' }
  await sandbox.call('GET', '/webhooks', undefined, armed)
  const { code, out, log } = await runAt(sandbox, 'errors')
  expect([code, log]).toEqual([0, []])
  const rows = out.map((line) => line.split(/ {2,}/))
  const expected = (entry: ErrorEntry, met = '0') => [
    entry.code,
    `${entry.status}`,
    entry.reached_by === null ? 'armed only' : 'natural',
    met,
  ]
  const head = ['code', 'status', 'reached', 'met']
  expect(rows).toEqual([
    head,
    ...errors.map((entry) => expected(entry, entry.code === 'webhooks_err' ? '1' : '0')),
    [''],
    ['not in the error dictionary of the platform:'],
    head,
    ...beyond_dictionary.map((entry) => expected(entry)),
    [''],
    ['met 1 of 143'],
  ])
})

test('errors filters by area, status and words, and all must match', async () => {
  const sandbox = await startSandbox()
  const { errors, beyond_dictionary } = await catalogueOf(sandbox)
  const found = async (...args: string[]) => {
    const { out } = await runAt(sandbox, 'errors', ...args, '--json')
    return out.map((line) => JSON.parse(line) as ErrorEntry)
  }
  const all = [...errors, ...beyond_dictionary]
  const fitting = (fits: (entry: ErrorEntry) => boolean) => all.filter(fits)
  const { area, status } = beyond_dictionary[0] as ErrorEntry
  expect(await found()).toEqual(all)
  expect(await found('--area', area)).toEqual(fitting((entry) => entry.area === area))
  expect(await found('--area', `${area},cards`, '--status', `${status},5xx`)).toEqual(
    fitting(
      (entry) => [area, 'cards'].includes(entry.area) && (entry.status === status || entry.status >= 500),
    ),
  )
  expect((await found('--search', 'INSUFFICIENT funds')).map(({ code }) => code)).toContain(
    'insufficient_funds',
  )
  expect(await found('--search', 'post /core/transfer')).toEqual(
    fitting(({ operations }) => operations.includes('POST /core/transfer')),
  )
  const nothing = await runAt(sandbox, 'errors', '--search', 'no such words anywhere')
  expect(nothing).toMatchObject({ code: 0, out: ['', '0 of 143 shown; met 0 of 143'], log: [] })
})

test('a code is explained, and the curl that is printed is answered with the body that is printed', async () => {
  const sandbox = await startSandbox()
  const { errors } = await catalogueOf(sandbox)
  const entry = errors.find(({ code }) => code === 'insufficient_funds') as ErrorEntry
  const { code, out } = await runAt(sandbox, 'errors', 'insufficient_funds')
  const stdout = `${out.join('\n')}\n`
  expect(code).toBe(0)
  expect(stdout).toContain(`\nreturned by  ${entry.operations.join(', ')}\n`)
  for (const text of [entry.meaning, entry.advice, entry.reached_by, entry.type, `${entry.status}`])
    expect(stdout).toContain(text)
  const body = JSON.parse(/^\{\n[\s\S]*?^\}$/m.exec(stdout)?.[0] ?? '')
  const curl = /^ {2}curl .*$/m.exec(stdout)?.[0] ?? ''
  expect(curl).toMatch(/-X POST '\S+\/core\/transfer' .* -d '\{\}'$/)
  const answer = await promisify(execFile)('bash', ['-c', curl])
  expect(answer.stdout).toContain(`HTTP/1.1 ${entry.status} `)
  expect(JSON.parse(answer.stdout.split('\r\n\r\n')[1] ?? '')).toEqual(body)
  expect(stdout).toContain(
    `\nCause it in every POST /core/transfer:\n  webhook-sandbox arm insufficient_funds --method POST --path /core/transfer --url ${sandbox.url}\n`,
  )
  const met = await runAt(sandbox, 'errors', 'insufficient_funds', '--json')
  expect(JSON.parse(met.out.join())).toEqual({ ...entry, met: 1 })
})

test('a code that only arming reaches says so', async () => {
  const sandbox = await startSandbox()
  const { errors } = await catalogueOf(sandbox)
  const armedOnly = errors.find(({ reached_by }) => reached_by === null)?.code ?? ''
  const said = (await runAt(sandbox, 'errors', armedOnly)).out.join('\n')
  expect(said).toContain('Only if the error is armed.')
  expect(said).not.toContain('returned by')
  expect(said).toMatch(/^ {2}curl -i '\S+\/webhooks' /m)
  expect(said).toContain(`\nCause it in every call:\n  webhook-sandbox arm ${armedOnly} --url ${sandbox.url}`)
})

test('parameters of a path are filled in for one call and stay for arming, and a long list is cut', async () => {
  const sandbox = await startSandbox()
  const said = (await runAt(sandbox, 'errors', 'card_active')).out.join('\n')
  expect(said).toMatch(/-X POST '\S+\/cards\/[0-9a-f-]{36}\/activate' /)
  expect(said).toContain(` --method POST --path '/cards/{card_id}/activate' `)
  const everywhere = await runAt(sandbox, 'errors', 'auth_err')
  expect(everywhere.out.join('\n')).toMatch(
    /^returned by {2}(\S+ \S+, ){7}\S+ \S+ and \d+ more; --json lists them$/m,
  )
})

test.each([
  [['errors', 'insufficent_funds'], 'Unknown error: insufficent_funds. Did you mean insufficient_funds?'],
  [['errors', '--area', 'card'], 'Unknown area: card. Did you mean cards?'],
  [['errors', 'card_dne', '--area', 'customers'], 'A code and a filter cannot be combined.'],
  [['errors', 'card_dne', '--status', '404'], 'A code and a filter cannot be combined.'],
  [['errors', 'card_dne', '--search', 'card'], 'A code and a filter cannot be combined.'],
  [['errors', '--status', 'four'], 'The value must be a whole number such as 404, a comparison'],
])('%j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runAt(sandbox, ...args)
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(says)
})
