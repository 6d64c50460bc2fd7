import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { runHere } from '../cli/here.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { foundOf, html, refused, said } from './refused.ts'

test('of a 500 alone it is told what it may mean, and how to find where it comes from', async () => {
  const { findings, shown, id } = await foundOf([html(500, 'Internal Error')])
  const detail = 'Attempt 1: HTTP 500. So is answered where nobody catches an error'
  expect(findings).toMatchObject([{ finding: 'failed_inside', detail: expect.stringContaining(detail) }])
  expect(shown).toContain(
    `trigger card.created --subscription ${id} --fault 'tamper(signature)' --wait --url`,
  )
})

test('where nothing is signed, or an error in a success is not of the signature, no verifier is offered', async () => {
  const unsigned = await foundOf([500], { scheme: 'none' })
  expect(unsigned.findings).toMatchObject([{ finding: 'failed_inside' }])
  expect(unsigned.shown).not.toContain('tamper')
  const shownFor = async (error: string) =>
    (await foundOf([(response) => response.end(JSON.stringify({ error }))])).shown
  expect(await shownFor('database is locked')).not.toContain('code node-express')
  expect(await shownFor('Invalid signature')).toContain('code node-express')
})

test('of a failure that names the signature, or that an endpoint may have answered itself, it is not said', () => {
  expect(refused({ status: 500, answer: said('No matching signature found') })).toEqual([])
  expect(refused({ status: 502, endpoint: 'shop' })).toEqual([])
  for (const [status, why] of [
    [501, 'It takes no POST.'],
    [502, 'So answers a proxy'],
  ] as const)
    expect(refused({ status })).toMatchObject([
      { finding: 'refused_by_status', detail: expect.stringContaining(`HTTP ${status}. ${why}`) },
    ])
})

test('who takes nothing for now is asked again, not sent elsewhere', async () => {
  for (const status of [429, 503]) {
    const { shown } = await foundOf([status])
    expect(shown).toMatch(/attempt-now dlv_\w+ --url \S+ sends it again at once\.$/)
    expect(shown).not.toContain('--to URL')
  }
})

test('a 422 of Rails, whose page says no more, may be its guard against forged forms', () => {
  const answer = said('The change you wanted was rejected.', [['X-Runtime', '0.004']])
  const [told] = refused({ status: 422, answer })
  expect(told?.detail).toContain('In Rails that is a guard against forged forms')
  expect(refused({ status: 422 })[0]?.detail).not.toContain('Rails')
})

test('what had to be refused and was refused by something else than its verifier is told to be so', async () => {
  const wrong = { fault: 'tamper(signature)' }
  const { findings, shown } = await foundOf([404], wrong)
  expect(shown).toMatch(/^dlv_\w+ {2}refused/)
  expect(findings).toMatchObject([{ finding: 'refused_by_status', attempts: [1] }])
  expect(shown).toContain('--to URL')
  expect((await foundOf([html(403, 'CSRF verification failed.')], wrong)).findings).toMatchObject([
    { finding: 'refused_by_status' },
  ])
  for (const answer of [401, 422, html(400, 'Missing required headers')])
    expect((await foundOf([answer], wrong)).findings).toEqual([])
})

test('a right one that misses what a fault left out is not taken for one of another scheme with the same headers', () => {
  for (const words of ['Missing required headers', 'webhook-signature header is missing'])
    expect(
      refused({ status: 401, scheme: 'standard-webhooks', isSpoilt: true, answer: said(words) }),
    ).toEqual([])
})

test('a failure at what had to be refused is held against the answer to the same without the fault', async () => {
  const at = async (...script: number[]) => (await foundOf(script, { fault: 'unsigned' })).findings[0]?.detail
  expect(await at(500)).toMatch(/sends it again\.$/)
  expect(await at(500, 200)).toContain(
    'Attempt 2, without the fault: HTTP 200, so that it fails at what the fault',
  )
  expect(await at(500, 500)).toContain('Attempt 2, without the fault: HTTP 500 as well')
})

test('a status of 2xx that does not count as delivered is told so', async () => {
  const { findings } = await foundOf([204])
  expect(findings).toMatchObject([
    { finding: 'counts_as_failure', detail: expect.stringContaining('HTTP 204. 200 and 201 alone count as') },
  ])
  expect((await foundOf([204], { fault: 'unsigned' })).findings).toEqual([])
})

test('a success with an error in it, or by a page, is told where one waits for it, and is no proof of a forged one', async () => {
  const receiver = await startReceiver([
    (response) => void response.end('{"status": "error", "message": "Invalid signature"}'),
    html(200, ''),
    (response) => void response.end('{"status": "ok", "error": null}'),
  ])
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url)
  const trigger = (...more: string[]) =>
    runHere(['trigger', 'card.created', '--subscription', id, '--wait', ...more, '--url', sandbox.url])
  const forged = await trigger('--fault', 'tamper(signature)')
  expect([forged.code, forged.out.at(-1)]).toEqual([
    1,
    expect.stringContaining('“{"status":"error"}”. The status alone counts'),
  ])
  const [{ id: delivery } = { id: '' }] = await sandbox.deliveries()
  expect((await runHere(['deliveries', delivery, '--url', sandbox.url])).out.join()).not.toContain(
    'may have forged',
  )
  const page = await trigger()
  expect([page.code, page.out.at(-1)]).toEqual([
    0,
    expect.stringContaining('with a page of HTML. Is /hook the path'),
  ])
  expect((await trigger()).out.at(-1)).not.toContain('found')
})

test.each([
  '{"success": false}',
  '{"error": {"code": 7}}',
  '<br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function nope()',
])('a success is told to hold an error by %s', async (words) => {
  const answer = (response: ServerResponse) => void response.end(words)
  expect((await foundOf([answer])).findings).toMatchObject([{ finding: 'success_with_error' }])
})

test('a success by which the receiver says that it knows the event holds no error', async () => {
  const answer = (response: ServerResponse) =>
    void response.end('{"success": false, "message": "Already processed"}')
  expect((await foundOf([answer])).findings).toEqual([])
})

test('a request that was taken and not answered in time is told of with the next move', async () => {
  const receiver = await startReceiver([() => {}])
  const sandbox = await startSandbox({ delivery: { timeout: '50ms', retry_delays: [] } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { findings, id, subscription_id } = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect(findings).toMatchObject([
    {
      finding: 'answered_late',
      detail: expect.stringContaining('no answer in 50 ms. Does it answer before it works'),
    },
  ])
  const { out } = await runHere(['deliveries', id, '--url', sandbox.url])
  expect(out.at(-1)).toContain(`webhook-sandbox resend ${id} --url ${sandbox.url} sends it again;`)
  expect(out.at(-1)).toContain(`subscription set ${subscription_id} --timeout 60s`)
})
