import { byteDifference } from '../../body/byte-diff.ts'
import { methods } from '../../signing/methods.ts'
import { joined } from '../../signing/templated.ts'
import { type AccidentFamily, accidentFamilies, type Cause, type Verdict } from '../../wire.ts'
import { credentialCauses } from '../accidents/credentials.ts'
import { readingsOf } from '../accidents/headers.ts'
import { causes } from '../causes.ts'
import { type Facts, type Reading, readAs } from '../facts.ts'
import { insteadIn } from '../instead.ts'
import { agedToo, provedCause } from '../verdicts.ts'
import type { Accident } from './accident.ts'
import { type Budget, createBudget } from './budget.ts'
import { type Proof, weightIn } from './probe.ts'
import { createSearch } from './search.ts'

/** What a search came to. */
export interface Explanation {
  causes: Cause[]
  tried: NonNullable<Verdict['tried']>
  /** Nothing had to be changed: the signature fits. */
  isRight: boolean
}

/**
 * Looks for what went wrong at the sender, by recomputing the signature with one change, then with two. Nothing is
 * guessed: without a recomputation that gives what came there is no cause. Bounded by a budget that is counted, so that
 * the same request is explained alike every time.
 */
export function explain(given: Facts): Explanation {
  const facts = settled(given)
  const budget = createBudget(facts.input.body.length)
  const tried = new Set<AccidentFamily>()
  const found = facts.input.secrets.length === 0 ? undefined : searched(facts, budget, tried)
  return explained(facts, found, budget, tried)
}

/** Only the other readings of the headers, for a request in which something is malformed or missing. */
export function explainHeaders(given: Facts): Explanation {
  const facts = settled(given)
  const budget = createBudget(facts.input.body.length)
  const tried = new Set<AccidentFamily>()
  const found = facts.input.secrets.length === 0 ? undefined : byReading(facts, budget, tried, true)
  return explained(facts, found, budget, tried)
}

/** What is told of the request by getters is asked for once. */
const settled = (facts: Facts): Facts => ({ ...facts, input: { ...facts.input } })

const explained = (
  facts: Facts,
  found: Proof | undefined,
  budget: Budget,
  tried: ReadonlySet<AccidentFamily>,
): Explanation => ({
  causes: found
    ? [...told(facts, found), ...aged(facts, found)]
    : [...credentialCauses(facts), ...insteadIn(facts)],
  tried: triedOf(facts, budget, tried, found !== undefined),
  isRight: found?.accidents.length === 0,
})

/** Whether there is any other reading to be tried. */
export const hasReadings = (facts: Facts): boolean =>
  facts.input.secrets.length > 0 && readingsOf(facts).length > 0

function searched(facts: Facts, budget: Budget, tried: Set<AccidentFamily>): Proof | undefined {
  const search = createSearch(facts, budget, tried)
  const [simplest] = [search.asItIs(), byReading(facts, budget, tried, false)]
    .filter((proof) => proof !== undefined)
    .sort((a, b) => weightIn(a) - weightIn(b))
  return simplest ?? search.changed()
}

/** The proof by a reading of the headers as they may have been; what changed them is then a cause too. */
function byReading(
  facts: Facts,
  budget: Budget,
  tried: Set<AccidentFamily>,
  isOnly: boolean,
): Proof | undefined {
  const readings = readingsOf(facts)
  if (readings.length > 0) tried.add('headers')
  const searches = readings.map((reading) => ({
    reading,
    search: createSearch(readAs(facts, reading), budget, tried),
  }))
  const proofs = searches.flatMap(({ reading, search }) => withReading(reading, search.asItIs()))
  const [best] = proofs.sort((a, b) => weightIn(a) - weightIn(b))
  if (best || !isOnly) return best
  // Nothing else can be read in the headers, so that the likeliest reading is all there is.
  for (const { reading, search } of searches.slice(0, 2)) {
    const [found] = withReading(reading, search.changed())
    if (found) return found
  }
  return undefined
}

const withReading = ({ accident, besides }: Reading, proof: Proof | undefined): Proof[] =>
  proof ? [{ ...proof, accidents: [accident, ...(besides ? [besides] : []), ...proof.accidents] }] : []

const triedOf = (
  { input }: Facts,
  budget: Budget,
  tried: ReadonlySet<AccidentFamily>,
  isFound: boolean,
): Explanation['tried'] => ({
  secrets: new Set([...input.secrets, ...input.otherSecrets].map(({ secret }) => secret)).size,
  recipes: budget.computed(),
  families: accidentFamilies.filter((family) => tried.has(family)),
  complete: isFound || !budget.isOver(),
})

/** How much of a text stands beside what was expected; the difference shows where they part. */
const shown = 400
const clip = (bytes: Buffer) => {
  const text = bytes.toString('utf8', 0, shown)
  return bytes.length > shown ? `${text}… (${bytes.length} bytes)` : text
}

/** The signed bytes as they should have been. */
function rightBytes({ recipe, presented, content }: Facts): Buffer | undefined {
  const labels = Object.keys(recipe.signs)
  // Of several versions the last signs the bytes as they came.
  const [signature] = presented.signatures.toSorted(
    (a, b) => labels.indexOf(b.label) - labels.indexOf(a.label),
  )
  const parts = signature && methods[recipe.method].parts(recipe, signature, content)
  return parts && joined(parts)
}

/** Its age too, which another scheme has a limit of its own for, and which milliseconds in the header do not tell. */
const aged = ({ recipe, presented, input }: Facts, { accidents }: Proof): Cause[] =>
  accidents.length === 0 ||
  accidents.some(({ cause }) => cause === 'other_scheme') ||
  /^\d{12,}$/.test(presented.timestamp ?? '')
    ? []
    : agedToo(recipe, presented, input.now)

type Sides = Pick<Accident, 'expected' | 'received'>

function told(facts: Facts, { accidents, signed }: Proof): Cause[] {
  const right = rightBytes(facts)
  const diff = signed && right ? byteDifference('signed string', signed, right) : null
  const both: Sides = { expected: right && clip(right), received: signed && clip(signed) }
  return accidents.map((accident, at) => {
    const sides: Sides = accident.expected === undefined ? (diff ? both : {}) : accident
    return provedCause({
      cause: accident.cause,
      detail: accident.detail + together(accidents, at),
      fix: accident.fix ?? causes[accident.cause].fix,
      expected: sides.expected ?? null,
      received: sides.received ?? null,
      diff: at === diffAt(accidents) ? diff : null,
    })
  })
}

const together = (accidents: readonly Accident[], at: number): string => {
  if (accidents.length < 2) return ''
  const others = accidents.filter((_, i) => i !== at).map(({ cause }) => cause.replaceAll('_', ' '))
  return ` Not alone: with ${others.join(' and ')} at once.`
}

/** The first cause that is about what is signed; else the first. */
function diffAt(accidents: readonly Accident[]): number {
  const at = accidents.findIndex(({ expected }) => expected === undefined)
  return Math.max(at, 0)
}
