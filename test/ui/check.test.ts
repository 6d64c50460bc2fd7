import { expect, test, vi } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { noAddress } from '../../server/words/address.ts'
import { groupOrder, progressOf, sayProgress } from '../../server/words/check-report.ts'
import type { CheckForm } from '../../ui/check/check-draft.ts'
import { checkOf, checks as madeUp, notJudged, passed, wrong } from '../check/reports/made-up.ts'
import { deliveryRow } from './samples.ts'

vi.stubGlobal('location', new URL('http://127.0.0.1:4400/check'))
vi.stubGlobal('addEventListener', () => {})

const { checks, takeCheck } = await import('../../ui/check/checks.ts')
const { checkCommand, emptyForm, formOfCheck, orderOfCheck, orderOfForm } = await import(
  '../../ui/check/check-draft.ts'
)
const { checkFields } = await import('../../ui/check/check-fields.tsx')
const { choiceOf, chosenIn, skipping } = await import('../../ui/check/chosen-probes.ts')
const { again } = await import('../../ui/check/checking.ts')
const { flawsOf } = await import('../../ui/form/form.tsx')
const { cardSign } = await import('../../ui/check/page.tsx')
const { partsOf } = await import('../../ui/check/probe.tsx')
const { inOrder } = await import('../../ui/check/report.tsx')

const url = 'http://127.0.0.1:3000/webhooks'
const check = (seq: number, change: Partial<Check> = {}): Check =>
  checkOf([], { id: `chk_${seq}`, seq, ...change })

test('live frames list checks newest first, and before the list has loaded they are left to it', async () => {
  takeCheck(check(1))
  expect(checks.value).toBe(null)
  vi.stubGlobal('fetch', async () => Response.json({ checks: [check(2, { state: 'running' }), check(1)] }))
  const { readChecks } = await import('../../ui/check/checking.ts')
  const read = readChecks()
  // The response is older than this frame.
  takeCheck(check(2, { state: 'done' }))
  await read
  takeCheck(check(3, { state: 'running' }))
  expect(checks.value?.map(({ id, state }) => [id, state])).toEqual([
    ['chk_3', 'running'],
    ['chk_2', 'done'],
    ['chk_1', 'done'],
  ])
  const { frameListeners } = await import('../../ui/live/frames.ts')
  for (const listen of frameListeners) listen([{ seq: 9, kind: 'reset', data: { kept: [] } }])
  expect(checks.value).toEqual([])
})

const secret = 'whsec_abc'
const formOf = (typed: Partial<CheckForm>): CheckForm => ({ ...emptyForm(), url, secret, ...typed })

test('a form becomes a request without defaults', () => {
  expect(orderOfForm(formOf({ url: ':3000/webhooks' }))).toEqual({
    url: 'http://localhost:3000/webhooks',
    secret,
  })
  expect(orderOfForm(formOf({ subscription_id: 'sub_1' }))).toEqual({ subscription_id: 'sub_1' })
  expect(
    orderOfForm(
      formOf({
        scheme: 'stripe',
        second_secret: 'whsec_other',
        event: 'transactions',
        effects: 'url:http://127.0.0.1:3000/count',
        thorough: 'on',
        skip: 'bytes, survives-burst',
        timeout_ms: '3000',
        seed: '0',
      }),
    ),
  ).toEqual({
    url,
    scheme: 'stripe',
    secret,
    second_secret: 'whsec_other',
    event: 'transactions',
    skip: ['bytes', 'survives-burst'],
    thorough: true,
    effects: { url: 'http://127.0.0.1:3000/count' },
    timeout_ms: 3000,
    seed: 0,
  })
  expect(orderOfForm(formOf({ effects: 'beacon' })).effects).toEqual({ beacon: true })
})

test('without a secret the check waits for the receiver, unless the scheme has none', () => {
  expect(orderOfForm(formOf({ secret: '' }))).toEqual({ url, await_accepted: true })
  expect(orderOfForm(formOf({ secret: '', scheme: 'none' }))).toEqual({ url, scheme: 'none' })
})

test('the form finds what the server would refuse while it is typed', () => {
  expect(flawsOf(checkFields, formOf({ url: 'http://a b', effects: 'url:http://a b' }))).toEqual({
    url: noAddress,
    effects: noAddress,
  })
  expect(flawsOf(checkFields, formOf({ effects: 'url:' }))).toEqual({})
  expect(flawsOf(checkFields, formOf({ subscription_id: 'sub_1', url: 'http://a b' }))).toEqual({})
})

test('the choice of probes is named by groups, in the shorter way, and read back', () => {
  const few = skipping(new Set(['rejects-unsigned', 'accepts-chunked']))
  expect(chosenIn(few)).toEqual(new Set(['rejects-unsigned', 'accepts-chunked']))
  expect(orderOfForm(formOf({ skip: few.join(', ') }))).toEqual({
    url,
    secret,
    only: ['rejects-unsigned', 'accepts-chunked'],
  })
  expect(skipping(chosenIn(['bytes'], ['bytes', 'rejects-stale']))).toEqual(
    skipping(new Set(['rejects-stale'])),
  )
  // Nothing is chosen but the valid delivery, which is always sent.
  expect(skipping(new Set())).toEqual([...groupOrder])
  expect(choiceOf(skipping(chosenIn([])))).toEqual({})
})

test('the command of a check names what the form names', () => {
  expect(
    checkCommand({
      url,
      scheme: 'stripe',
      secret: 'a b',
      skip: ['bytes', 'effects'],
      thorough: true,
      effects: { beacon: true },
    }),
  ).toBe(
    `npx webhook-sandbox check ${url} --scheme stripe --secret 'a b' --skip bytes,effects --thorough --effects`,
  )
  expect(checkCommand({ subscription_id: 'sub_1', effects: { url } })).toBe(
    `npx webhook-sandbox check sub_1 --effects-url ${url}`,
  )
})

test('the form and the command of a check have all of its options but the secrets', () => {
  const options = {
    event: 'transactions',
    only: ['signature'],
    skip: ['rejects-stale'],
    thorough: true,
    effects: { url: 'http://127.0.0.1:3000/count' },
    timeout_ms: 3000,
  }
  const asked = { ...options, seed: 7 }
  const one = check(1, { scheme: 'stripe', options })
  const { only: _, skip: __, ...others } = asked
  const form = formOfCheck(one)
  expect(form.secret).toBe('')
  expect(orderOfForm({ ...form, secret })).toEqual({
    url,
    secret,
    scheme: 'stripe',
    ...others,
    skip: ['rejects-stale', 'bytes', 'tolerance', 'delivery', 'effects'],
  })
  expect(orderOfCheck(one)).toEqual({ url, scheme: 'stripe', ...asked })
  expect(orderOfCheck(check(1, { subscription_id: 'sub_1' }))).toEqual({ subscription_id: 'sub_1', seed: 7 })
  expect(checkCommand(orderOfCheck(one))).toContain(
    ' --event transactions --only signature --skip rejects-stale --thorough --effects-url http://127.0.0.1:3000/count --timeout 3000ms --seed 7',
  )
})

test('running a probe again shows the check that the sandbox answers, and a refusal says why', async () => {
  const requests: unknown[] = []
  const pending = ['accepts-valid', 'rejects-stale']
  const running = check(2, { state: 'running', probes: [passed('rejects-stale'), passed('a')], pending })
  checks.value = [check(2)]
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    requests.push([path, JSON.parse(String(body))])
    return Response.json({ check: running }, { status: 201 })
  })
  expect(await again('chk_2', ['rejects-stale'])).toEqual(running)
  expect(requests).toEqual([['/sandbox/checks/chk_2/again', { only: ['rejects-stale'] }]])
  expect(checks.value).toEqual([running])
  expect(progressOf(running)).toEqual({ done: 1, of: 3 })
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'check_running', message: 'Busy.', fix: 'Wait.' } }, { status: 409 }),
  )
  expect(await again('chk_2')).toBe(null)
  expect(checks.value).toEqual([running])
})

test('the list counts what the report lists', () => {
  expect(cardSign(madeUp['the valid delivery refused'])).toMatchObject({ tone: 'bad', text: '1 problem' })
  expect(sayProgress(madeUp['the valid delivery refused'])).toBe('4 of 4 probes, 1 problem')
  expect(cardSign(madeUp.failures)).toMatchObject({ tone: 'bad', text: '3 problems' })
  expect(sayProgress(madeUp.failures)).toBe('7 of 7 probes, 3 problems, 1 warning')
  expect(cardSign(madeUp['warnings only'])).toMatchObject({ text: '1 warning' })
  expect(cardSign(madeUp['all passed'])).toMatchObject({ tone: 'good', text: 'passed' })
  expect(cardSign(madeUp['not reached'])).toMatchObject({ tone: 'bad', text: 'not made' })
})

test('probes keep their place while they end in another order', () => {
  const first = inOrder([], check(1, { pending: ['accepts-valid', 'rejects-unsigned', 'rejects-stale'] }))
  const probes = [notJudged('rejects-stale', 'no_timestamp'), passed('accepts-valid')]
  expect(inOrder(first, check(1, { probes, pending: ['rejects-unsigned'] }))).toEqual(first)
  // A page that opens later knows the order of the end only.
  expect(inOrder([], check(1, { probes, pending: ['rejects-unsigned'] }))).toEqual([
    'rejects-stale',
    'accepts-valid',
    'rejects-unsigned',
  ])
})

test('a fix is split into prose and blocks of code, and code loses its common indentation', () => {
  const { fix } = wrong('rejects-unsigned')
  expect(partsOf(`${fix}\nThen restart.`)).toEqual([
    { isCode: false, text: 'Refuse when the header is missing:' },
    { isCode: true, text: 'const wh = new Webhook(secret)\nwh.verify(rawBody, headers)' },
    { isCode: false, text: 'Then restart.' },
  ])
  expect(partsOf('Flask:\n  with a:\n    b()')[1]).toEqual({ isCode: true, text: 'with a:\n  b()' })
})

test('the failures of a check raise no banner, no notification and no count of failures', async () => {
  const { createTroubles } = await import('../../server/findings/troubles.ts')
  const { failureWords } = await import('../../ui/notify/failure-words.ts')
  const { entryOf } = await import('../../ui/live/entries.ts')
  for (const [check_id, isReported] of [
    [null, true],
    ['chk_1', false],
  ] as const) {
    const row = deliveryRow(1, { state: 'wrongly_accepted', attempts_made: 1, check_id })
    const troubles = createTroubles()
    troubles.take(row)
    expect(troubles.among(new Set([row.subscription_id]))).toHaveLength(isReported ? 1 : 0)
    expect(failureWords(entryOf('delivery', row), location.origin) !== null).toBe(isReported)
  }
})
