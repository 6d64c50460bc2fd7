import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { runHere } from '../cli/here.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { foundOf, html, refused, said } from './refused.ts'

test('a 500 without more is explained, with how to find its place', async () => {
  const { findings, shown, id } = await foundOf([html(500, 'Internal Error')])
  expect(findings).toMatchObject([{ code: 'failed_inside', evidence: { status: 500 }, attempts: [1] }])
  expect(shown).toContain(
    `trigger card.created --subscription ${id} --fault 'tamper(signature)' --wait --url`,
  )
})

test('where nothing is signed, or an error in a success is not of the signature, no verifier is offered', async () => {
  const unsigned = await foundOf([500], { scheme: 'none' })
  expect(unsigned.findings).toMatchObject([{ code: 'failed_inside' }])
  expect(unsigned.shown).not.toContain('tamper')
  const shownFor = async (error: string) =>
    (await foundOf([(response) => response.end(JSON.stringify({ error }))])).shown
  expect(await shownFor('database is locked')).not.toContain('code node-express')
  expect(await shownFor('Invalid signature')).toContain('code node-express')
})

test('a failure that mentions the signature, or may come from an endpoint, is not a crash', () => {
  expect(refused({ status: 500, answer: said('No matching signature found') })).toBeUndefined()
  expect(refused({ status: 502, endpoint: 'shop' })).toBeUndefined()
  expect(refused({ status: 501 })).toMatchObject({ evidence: { cause: 'method' } })
  expect(refused({ status: 502 })).toMatchObject({ evidence: { cause: 'proxy_unanswered' } })
})

test('who takes nothing for now is asked again, not sent elsewhere', async () => {
  for (const status of [429, 503]) {
    const { shown } = await foundOf([status])
    expect(shown).toMatch(/webhook-sandbox attempt-now dlv_\w+ --url /)
    expect(shown).not.toContain('--to URL')
  }
})

test('a 422 of Rails, whose page says no more, may be its guard against forged forms', () => {
  const answer = said('The change you wanted was rejected.', [['X-Runtime', '0.004']])
  expect(refused({ status: 422, answer })).toMatchObject({ evidence: { cause: 'fields_or_guard' } })
  expect(refused({ status: 422 })).toMatchObject({ evidence: { cause: 'fields' } })
})

test('a must-refuse fault refused by something other than the verifier is a finding', async () => {
  const wrong = { fault: 'tamper(signature)' }
  const { findings, shown } = await foundOf([404], wrong)
  expect(shown).toMatch(/^✓/)
  expect(findings).toMatchObject([{ code: 'refused_by_status', attempts: [1] }])
  expect(shown).toContain('--to URL')
  expect((await foundOf([html(403, 'CSRF verification failed.')], wrong)).findings).toMatchObject([
    { code: 'refused_by_status' },
  ])
  for (const answer of [401, 422, html(400, 'Missing required headers')])
    expect((await foundOf([answer], wrong)).findings).toEqual([])
})

test('a right one that misses what a fault left out is not taken for one of another scheme with the same headers', () => {
  for (const words of ['Missing required headers', 'webhook-signature header is missing'])
    expect(
      refused({ status: 401, scheme: 'standard-webhooks', isSpoilt: true, answer: said(words) }),
    ).toBeUndefined()
})

test('a failure at what had to be refused is held against the answer to the same without the fault', async () => {
  const at = async (...script: number[]) =>
    (await foundOf(script, { fault: 'unsigned' })).findings.slice(0, 1)
  const code = 'refused_by_failure'
  expect(await at(500)).toMatchObject([{ code, evidence: { without_fault: 'untold' }, attempts: [1] }])
  expect(await at(500, 200)).toMatchObject([
    { code, evidence: { without_fault: 'accepted' }, attempts: [1, 2] },
  ])
  expect(await at(500, 500)).toMatchObject([
    { code, evidence: { without_fault: 'failed' }, attempts: [1, 2] },
  ])
})

test('a 2xx that does not count as delivered is a finding', async () => {
  const { findings } = await foundOf([204])
  expect(findings).toMatchObject([
    { code: 'counts_as_failure', evidence: { status: 204, success: [200, 201] } },
  ])
  expect((await foundOf([204], { fault: 'unsigned' })).findings).toEqual([])
})

test('a success with an error in it, or from a page, is shown while waiting, and does not prove a forgery', async () => {
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
  expect([forged.code, forged.out.join('\n')]).toEqual([1, expect.stringContaining('“{"status":"error"}”')])
  const [{ id: delivery } = { id: '' }] = await sandbox.deliveries()
  const shown = (await runHere(['deliveries', delivery, '--url', sandbox.url])).out
  expect(shown.join('\n')).toContain('webhook-sandbox code node-express')
  const page = await trigger()
  expect([page.code, page.out.at(-1)]).toEqual([0, expect.stringMatching(/^Found .*\/hook/)])
  expect((await trigger()).out.at(-1)).not.toContain('Found')
})

test.each([
  '{"success": false}',
  '{"error": {"code": 7}}',
  '<br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function nope()',
])('a success with an error in it is found by %s', async (words) => {
  const answer = (response: ServerResponse) => void response.end(words)
  expect((await foundOf([answer])).findings).toMatchObject([{ code: 'success_with_error' }])
})

test('a success by which the receiver says that it knows the event holds no error', async () => {
  const answer = (response: ServerResponse) =>
    void response.end('{"success": false, "message": "Already processed"}')
  expect((await foundOf([answer])).findings).toEqual([])
})

test('a request that was read and not answered in time is a finding with a next step', async () => {
  const receiver = await startReceiver([() => {}])
  const sandbox = await startSandbox({ delivery: { timeout: '50ms', retry_delays: [] } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { findings, id, subscription_id } = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect(findings).toMatchObject([{ code: 'answered_late', attempts: [1] }])
  const { out } = await runHere(['deliveries', id, '--url', sandbox.url])
  const shown = out.join('\n')
  expect(shown).toContain(`webhook-sandbox resend ${id} --url ${sandbox.url} `)
  expect(shown).toContain(`subscription set ${subscription_id} --timeout 60s`)
})
