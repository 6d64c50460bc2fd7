import { expect } from 'vitest'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

interface Row {
  id?: string
  name?: string
  seq?: number
}
type Page = Record<string, Row[]> & { next: string | null }
export const plurals = ['events', 'deliveries', 'captures', 'calls', 'subscriptions', 'endpoints'] as const
export type Plural = (typeof plurals)[number]

/** One page of a list; it holds its records, where the next begins, and for a search without records a hint. */
export async function page(sandbox: TestSandbox, plural: Plural, query = '') {
  const { next, [plural]: rows = [], ...rest } = await sandbox.get<Page>(`/sandbox/${plural}${query}`)
  const isNothing = query.includes('q=') && rows.length === 0
  expect(Object.keys(rest)).toEqual(isNothing && 'hint' in rest ? ['hint'] : [])
  return { rows, next, keys: rows.map(({ id, name }) => id ?? name) }
}

/**
 * Three events of two names to two endpoints, one of which refuses, and calls of all kinds. The card's digits begin with 0, as no port does: a search
 * for them finds no address.
 */
export async function mixed() {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.post('/sandbox/endpoints', { name: 'bad', reply: { status: 503 } })
  const good = await sandbox.subscribe(`${sandbox.url}/in/good`, { events: ['*'] })
  const bad = await sandbox.subscribe(`${sandbox.url}/in/bad`, { events: ['card*'] })
  await sandbox.trigger('card.created', { set: { 'card.last_four': '0942' } })
  await sandbox.trigger('kyc.verification.success')
  await sandbox.settle()
  await sandbox.request('PUT', '/in/good/below?x=1', 'not json at all', { 'x-trace': 'needle-7' })
  await sandbox.call('POST', '/webhooks', { url: 'nowhere' })
  await sandbox.call('GET', '/webhooks', undefined, { authorization: 'a', identity: 'somebody' })
  return { sandbox, good, bad }
}
