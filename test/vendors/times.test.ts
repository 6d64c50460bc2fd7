import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, vi } from 'vitest'
import type { SchemeName } from '../../server/signing/recipes.ts'
import { signers } from '../code/independent.ts'
import { quick, test } from '../helpers/long.ts'
import { recipes } from '../helpers/recipes.ts'
import { body, judge, signedAt as now, secret, url } from '../verification/world.ts'
import { jose } from './jose.ts'
import { type Received, verifiers } from './verifiers.ts'

/** The vendors' verifiers that look at the clock. Zoom's library does not, and RFC 9421 leaves the limit to the verifier. */
const vendors: Record<string, (received: Received) => Promise<boolean> | boolean> = {
  ...verifiers,
  plaid: jose,
}
const schemes = ['standard-webhooks', 'svix', 'stripe', 'slack', 'paddle', 'plaid'] as const

/** What a timestamp says, by the tolerance of the scheme. `null` leaves the timestamp out. */
const timesOf = (toleranceS: number): Record<string, string | number | null> => ({
  now,
  'at the limit': now - toleranceS,
  'one second too old': now - toleranceS - 1,
  'an hour old': now - 3600,
  'one second ahead': now + 1,
  'as far ahead as the limit': now + toleranceS,
  'one second further ahead': now + toleranceS + 1,
  'an hour ahead': now + 3600,
  'a year ahead': now + 31_536_000,
  milliseconds: now * 1000,
  zero: 0,
  negative: -now,
  missing: null,
  empty: '',
  'a word': 'yesterday',
  'a date': new Date(now * 1000).toISOString(),
  'a fraction': `${now}.5`,
  'a leading zero': `0${now}`,
  'a plus sign': `+${now}`,
  'a space before': ` ${now}`,
  'a space behind': `${now} `,
  'a letter behind': `${now}s`,
})

/** A request whose sender signs the time as the header has it. */
function sentAt(scheme: SchemeName, time: string | number | null): [string, string][] {
  const written = String(time ?? '')
  // JSON has numbers and strings: a number in digits is a number, anything else a string.
  const claims = time === null ? {} : { iat: /^-?\d+(\.\d+)?$/.test(written) ? Number(written) : time }
  const webhook = { secret, id: 'evt_1', at: now, body: Buffer.from(body), url, contentType: '' }
  const pairs = signers[scheme]?.({ ...webhook, written, claims }) ?? []
  if (time !== null) return pairs
  return pairs
    .filter(([name]) => !/timestamp$/i.test(name))
    .map(([name, value]) => [name, value.replace(/^ts?=[,;]/, '')])
}

/** Ours, and the vendor's answers: scheme → time → whether the request is accepted. */
type Answers = Record<string, Record<string, boolean>>

function ours(scheme: SchemeName, time: string | number | null): boolean {
  const headers = sentAt(scheme, time)
  return judge(headers, { scheme, url, now: now * 1_000_000 }).result === 'verified'
}

async function theirs(scheme: SchemeName, time: string | number | null): Promise<boolean> {
  const headers = Object.fromEntries(sentAt(scheme, time))
  try {
    return (await vendors[scheme]?.({ headers, body, secret, url })) ?? false
  } catch (error) {
    // A package that is missing is no refusal.
    if (error instanceof Error && error.message.includes('install.mjs')) throw error
    return false
  }
}

const file = fileURLToPath(new URL('times.json', import.meta.url))

/** The differences from the vendors' answers, each with its reason. */
const differences: Record<string, { reason: string; times: readonly string[] }> = {
  slack: {
    reason:
      "Bolt for JavaScript looks at old timestamps only, and takes any number. Slack's documentation and its Python library refuse both sides.",
    times: ['one second further ahead', 'an hour ahead', 'a year ahead', 'milliseconds', 'a fraction'],
  },
}

quick.each(schemes)('%s: each time is judged as by the vendor, but for what has a reason', (scheme) => {
  const recorded = (JSON.parse(readFileSync(file, 'utf8')) as Answers)[scheme]
  const times = timesOf(recipes[scheme].toleranceS ?? 0)
  const answers = Object.entries(times).map(([name, time]) => [name, ours(scheme, time)] as const)
  const unlike = answers.filter(([name, ok]) => recorded?.[name] !== ok).map(([name]) => name)
  expect(Object.keys(recorded ?? {})).toEqual(Object.keys(times))
  expect(unlike).toEqual(differences[scheme]?.times ?? [])
})

afterEach(() => {
  vi.useRealTimers()
})

// Where a vendor's library changed, `vitest -u` writes its new answers.
test("the recorded answers are those of the vendors' libraries", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
  const answers: Answers = {}
  for (const scheme of schemes) {
    const row: Record<string, boolean> = {}
    for (const [name, time] of Object.entries(timesOf(recipes[scheme].toleranceS ?? 0)))
      row[name] = await theirs(scheme, time)
    answers[scheme] = row
  }
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(file)
})
