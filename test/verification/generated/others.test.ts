import { expect } from 'vitest'
import { test as long, quick, sample } from '../../helpers/long.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { now } from './making.ts'
import { mistakes } from './mistakes.ts'
import { seeded } from './random.ts'
import { type Drawn, wrong } from './requests.ts'

/** The receiver knows these by what surrounds it, which is other here in each world. */
const ofSurroundings: readonly string[] = ['other_secret', 'identifier_as_secret', 'earlier_signature']
const drawnFrom = mistakes.filter(({ causes }) => !causes.some((word) => ofSurroundings.includes(word)))

/** The causes of one capture, at an endpoint that knows the secret and the one before it. */
async function causesAt(sandbox: TestSandbox, { of, headers, body }: Drawn): Promise<string> {
  const named = { name: 'corpus', scheme: of.scheme.name }
  for (const secret of [of.old, of.secret]) await sandbox.post('/sandbox/endpoints', { ...named, secret })
  await fetch(of.url, { method: 'POST', headers, body: new Uint8Array(body) })
  const { verdict } = await sandbox.newestCapture()
  await sandbox.request('DELETE', '/sandbox/endpoints/corpus')
  return [verdict.result, ...verdict.causes.map(({ cause }) => cause)].join(' ')
}

/** The causes of each request, with this number of subscriptions to other places. */
async function causesBeside(sandbox: TestSandbox, drawn: readonly Drawn[], count: number): Promise<string[]> {
  await sandbox.post('/sandbox/reset', {})
  await sandbox.clock({ mode: 'manual', set: new Date(now * 1000).toISOString() })
  for (let nth = 0; nth < count; nth++) await sandbox.subscribe(`https://other-${nth}.example/hooks`)
  const found: string[] = []
  for (const one of drawn) found.push(`${one.of.scheme.name}, ${one.names}: ${await causesAt(sandbox, one)}`)
  return found
}

async function doNotMatter(size: number, counts: readonly number[]) {
  const sandbox = await startSandbox({ delivery: { timestamps: 'clock' } })
  const random = seeded(39)
  const step = drawnFrom.length / size
  const drawn = Array.from({ length: size }, (_, nth) => drawnFrom[Math.floor(nth * step)]).flatMap(
    (mistake) => (mistake && wrong(random, mistake, sandbox.url)) ?? [],
  )
  expect(drawn).toHaveLength(size)
  const alone = await causesBeside(sandbox, drawn, 0)
  expect(alone.filter((line) => line.endsWith(': failed')).length).toBeLessThanOrEqual(size / 20)
  for (const count of counts) expect(await causesBeside(sandbox, drawn, count)).toEqual(alone)
}

quick('a sample of captures has the same causes alone and beside 35 other subscriptions', () =>
  doNotMatter(sample(6, 12), [35]),
)
long('200 captures have the same causes alone, beside 35 and beside 1,000 other subscriptions', () =>
  doNotMatter(200, [35, 1000]),
)
