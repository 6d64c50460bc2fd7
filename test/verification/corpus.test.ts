import { expect, test } from 'vitest'
import type { Verdict } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { firstOfEach, oneIn } from '../helpers/rows.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

/** A request of fixtures/wrong-signatures, which says how it is made. */
interface Entry {
  name: string
  scheme: string
  story: string
  at: string
  endpoint: { scheme: string; secret: string; before?: string[]; custom?: object }
  known: string[]
  request: { method: string; url: string; headers: [string, string][]; body_base64: string }
  wrong: { cause: string | null; also?: string }
}

const files = import.meta.glob<Entry[]>('../../fixtures/wrong-signatures/*.json', {
  eager: true,
  import: 'default',
})
const entries = Object.values(files).flat()
const explained = entries.filter(({ wrong }) => wrong.cause !== null)
const beyond = entries.filter(({ wrong }) => wrong.cause === null)
/** One of every fourth scheme, because a search without a result costs the most. */
const someBeyond = beyond
  .filter(({ scheme }, at) => beyond.findIndex((other) => other.scheme === scheme) === at)
  .filter(oneIn(4))

/** These sign the address, which is not that of a sandbox on a port of its own. */
const signsUrl = ['square', 'twilio', 'http-message-signatures']

async function verdictOn(sandbox: TestSandbox, entry: Entry, place: number): Promise<Verdict> {
  const { endpoint, request, known } = entry
  for (const [i, secret] of known.entries())
    await sandbox.post('/sandbox/endpoints', { name: `known-${place}-${i}`, secret })
  const { scheme, secret } = endpoint
  if (signsUrl.includes(scheme)) {
    const asked = { ...request, scheme, secret, at: entry.at }
    return (await sandbox.post<{ verdict: Verdict }>('/sandbox/verify', asked)).verdict
  }
  for (const one of [...(endpoint.before ?? []), secret])
    await sandbox.post('/sandbox/endpoints', { name: `case-${place}`, scheme, secret: one })
  await fetch(`${sandbox.url}/in/case-${place}`, {
    method: request.method,
    headers: request.headers,
    body: Buffer.from(request.body_base64, 'base64'),
  })
  return (await sandbox.newestCapture()).verdict
}

/** What each comes to that does not come to what it should: `scheme/name: wanted, got`. */
async function misses(asked: readonly Entry[]): Promise<string[]> {
  const custom = entries.find(({ endpoint }) => endpoint.custom)?.endpoint.custom
  const sandbox = await startSandbox({ signing: { custom }, delivery: { timestamps: 'clock' } })
  await sandbox.clock({ mode: 'manual', set: asked[0]?.at })
  const found: string[] = []
  for (const [place, entry] of asked.entries()) {
    const { result, causes, reason } = await verdictOn(sandbox, entry, place)
    const [got = null, second] = causes.filter(({ proved }) => proved).map(({ cause }) => cause)
    const { cause, also = second } = entry.wrong
    if (result === 'failed' && got === cause && second === also) continue
    found.push(
      `${entry.scheme}/${entry.name}: wanted ${cause} ${also ?? ''}, got ${got} ${second ?? ''} (${result}: ${reason})`,
    )
  }
  return found
}

test('there are at least 60 with one cause each, 20 without, over many schemes and causes', () => {
  expect(explained.length).toBeGreaterThanOrEqual(60)
  expect(beyond.length).toBeGreaterThanOrEqual(20)
  expect(new Set(explained.map(({ scheme }) => scheme)).size).toBeGreaterThanOrEqual(15)
  expect(new Set(explained.map(({ wrong }) => wrong.cause)).size).toBeGreaterThanOrEqual(40)
  const names = entries.map(({ scheme, name }) => `${scheme}/${name}`)
  expect(new Set(names).size).toBe(names.length)
})

test('the cause of each is proved, and told first', async ({ annotate }) => {
  const ofEachCause = explained.filter(firstOfEach(({ wrong }) => wrong.cause))
  const asked = sample(ofEachCause, explained)
  const missed = await misses(asked)
  await annotate(`${asked.length - missed.length} of ${asked.length} causes found`)
  expect(missed).toEqual([])
})

test('a mistake beyond explanation gets no cause', async ({ annotate }) => {
  const asked = sample(someBeyond, beyond)
  const claimed = await misses(asked)
  await annotate(`${claimed.length} of ${asked.length} claimed wrongly`)
  expect(claimed).toEqual([])
})
