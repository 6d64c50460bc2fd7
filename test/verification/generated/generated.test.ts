/** Generated requests with known mistakes, of random bytes, and valid but odd ones. */
import { expect } from 'vitest'
import { test as long, quick } from '../../helpers/long.ts'
import { mistakes } from './mistakes.ts'
import { seeded } from './random.ts'
import { type Drawn, garbage, odd, outcomeOf, verdictOn, wrong } from './requests.ts'

const hours = 3_600_000

const told = ({ of, names }: Drawn, { causes }: ReturnType<typeof verdictOn>): string => {
  const named = causes.map(({ cause, detail }) => `${cause} (${detail.slice(0, 90)})`)
  return `${of.scheme.name}: ${names.join(' + ')} → ${named.join(', ') || 'no cause'}`
}

/** Counts the outcomes, with the requests that were not explained rightly. */
function counted(drawn: Iterable<Drawn>) {
  const found = { right: 0, wrong: [] as string[], none: [] as string[] }
  for (const one of drawn) {
    const verdict = verdictOn(one)
    const outcome = outcomeOf(one, verdict)
    if (outcome === 'right') found.right++
    else found[outcome].push(told(one, verdict))
  }
  return found
}

function* many<Made>(count: number, make: (at: number) => Made): Generator<Made> {
  for (let at = 0; at < count; at++) yield make(at)
}

/** Requests with one mistake each, every mistake in turn. */
function explainsOne(count: number, seed: number) {
  const random = seeded(seed)
  const found = counted(many(count, (at) => wrong(random, false, mistakes[at % mistakes.length])))
  report('one mistake', count, found)
  expect(found.wrong).toEqual([])
  return { ...found, share: found.right / count }
}

function explainsTwo(count: number, seed: number) {
  const random = seeded(seed)
  const found = counted(many(count, () => wrong(random, true)))
  report('two mistakes', count, found)
  expect(found.wrong).toEqual([])
}

function claimsNothing(count: number, seed: number) {
  const random = seeded(seed)
  const claims = [...many(count, () => garbage(random))].flatMap((one) => {
    const verdict = verdictOn(one)
    return verdict.result === 'failed' && verdict.causes.length === 0 ? [] : [told(one, verdict)]
  })
  expect(claims).toEqual([])
}

function verifies(count: number, seed: number) {
  const random = seeded(seed)
  const failures = [...many(count, () => odd(random))].flatMap((one) => {
    const verdict = verdictOn(one)
    return verdict.result === 'verified' ? [] : [told(one, verdict)]
  })
  expect(failures).toEqual([])
}

quick(
  'a sample: each mistake once has its cause or none, and nothing is claimed of random or valid requests',
  () => {
    expect(explainsOne(mistakes.length, 1).share).toBeGreaterThanOrEqual(0.95)
    explainsTwo(12, 2)
    claimsNothing(8, 3)
    verifies(100, 4)
  },
)

long(
  '5,000 with one mistake: the right cause for 98 of 100, a wrong one for none',
  { timeout: hours },
  () => {
    expect(explainsOne(5000, 39).share).toBeGreaterThanOrEqual(0.98)
  },
)
long('1,000 with two mistakes: a wrong cause for none', { timeout: hours }, () => explainsTwo(1000, 40))
long('5,000 of random bytes: no cause is claimed', { timeout: 3 * hours }, () => claimsNothing(5000, 41))
long('2,000 valid and odd: each is verified', { timeout: hours }, () => verifies(2000, 42))

/** Prints the figures of the long form, which docs/signatures.md quotes. */
function report(name: string, of: number, { right, wrong: bad, none }: ReturnType<typeof counted>) {
  if (process.env.GENERATED === 'told')
    console.log(
      `${name}: ${of} requests, ${right} right, ${bad.length} wrong, ${none.length} without a cause`,
    )
}
