/** Finds the causes of a failed verification and describes them. */
import { comparingBytes } from '../../body/byte-diff.ts'
import type { Pausable } from '../../memory/in-slices.ts'
import { joined } from '../../signing/content.ts'
import { methods } from '../../signing/methods.ts'
import { type AccidentFamily, accidentFamilies, type Cause, type Verdict } from '../../wire.ts'
import { credentialCauses } from '../accidents/credentials.ts'
import { readingsOf } from '../accidents/headers.ts'
import { miscopied } from '../accidents/miscopied.ts'
import { causes } from '../causes.ts'
import { type Facts, type Reading, readAs } from '../facts.ts'
import { insteadIn } from '../instead.ts'
import { agedToo, provedCause } from '../verdicts.ts'
import type { Accident } from './accident.ts'
import { type Budget, createBudget } from './budget.ts'
import { type Proof, weightIn } from './probe.ts'
import { createSearch } from './search.ts'

/** The result of a search. */
export interface Explanation {
  causes: Cause[]
  tried: NonNullable<Verdict['tried']>
  /** Whether the signature fits without any change. */
  isRight: boolean
}

/**
 * Finds the sender's mistakes: recomputes the signature with one change, then with two. A cause is reported only if the
 * recomputation produces the received signature. The budget counts work, not time, so the result is reproducible. The search
 * pauses every few milliseconds.
 */
export function* explain(given: Facts): Pausable<Explanation> {
  const facts = settled(given)
  const budget = createBudget(facts.input.body.length)
  const tried = new Set<AccidentFamily>()
  const found = facts.input.secrets.length === 0 ? undefined : yield* searched(facts, budget, tried)
  return yield* explained(facts, found, budget, tried)
}

/** Tries only other readings of the headers, for a request with a missing or malformed header. */
export function* explainHeaders(given: Facts): Pausable<Explanation> {
  const facts = settled(given)
  const budget = createBudget(facts.input.body.length)
  const tried = new Set<AccidentFamily>()
  const found = facts.input.secrets.length === 0 ? undefined : yield* byReading(facts, budget, tried, true)
  return yield* explained(facts, found, budget, tried)
}

/** Evaluates getters once. */
const settled = (facts: Facts): Facts => ({ ...facts, input: { ...facts.input } })

function* explained(
  facts: Facts,
  found: Proof | undefined,
  budget: Budget,
  tried: ReadonlySet<AccidentFamily>,
): Pausable<Explanation> {
  return {
    causes: found
      ? [...(yield* told(facts, found)), ...aged(facts, found)]
      : [...credentialCauses(facts), ...insteadIn(facts)],
    tried: triedOf(facts, budget, tried, found !== undefined),
    isRight: found?.accidents.length === 0,
  }
}

/** Whether another reading of the headers is possible. */
export const hasReadings = (facts: Facts): boolean =>
  facts.input.secrets.length > 0 && readingsOf(facts).length > 0

function* searched(facts: Facts, budget: Budget, tried: Set<AccidentFamily>): Pausable<Proof | undefined> {
  const search = createSearch(facts, budget, tried)
  const [simplest] = [yield* search.asItIs(), yield* byReading(facts, budget, tried, false)]
    .filter((proof) => proof !== undefined)
    .sort((a, b) => weightIn(a) - weightIn(b))
  if (simplest) return simplest
  yield
  const nearly = miscopied(facts)
  return nearly ? { accidents: [nearly], signed: undefined } : yield* search.changed()
}

/** Proves a mistake with headers read as they may have been before a change. The change then becomes a cause too. */
function* byReading(
  facts: Facts,
  budget: Budget,
  tried: Set<AccidentFamily>,
  isOnly: boolean,
): Pausable<Proof | undefined> {
  const readings = readingsOf(facts)
  if (readings.length > 0) tried.add('headers')
  const searches = readings.map((reading) => ({
    reading,
    search: createSearch(readAs(facts, reading), budget, tried),
  }))
  yield
  const proofs: Proof[] = []
  for (const { reading, search } of searches) proofs.push(...withReading(reading, yield* search.asItIs()))
  const [best] = proofs.sort((a, b) => weightIn(a) - weightIn(b))
  if (best || !isOnly) return best
  // The headers as received are unreadable, so the likeliest readings get a full search. Of another time, the search would find
  // the way back to the header.
  const open = searches.filter(({ reading }) => reading.accident.cause !== 'timestamp_format')
  for (const { reading, search } of open.slice(0, 2)) {
    const [found] = withReading(reading, yield* search.changed())
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

/** The maximum length of quoted text. The separate diff locates the difference. */
const shown = 400
const clip = (bytes: Buffer) => {
  const text = bytes.toString('utf8', 0, shown)
  return bytes.length > shown ? `${text}… (${bytes.length} bytes)` : text
}

/** The bytes that a correct sender signs. */
function rightBytes({ recipe, presented, content }: Facts): Buffer | undefined {
  const labels = Object.keys(recipe.signs)
  // The last label signs the unchanged body.
  const [signature] = presented.signatures.toSorted(
    (a, b) => labels.indexOf(b.label) - labels.indexOf(a.label),
  )
  const parts = signature && methods[recipe.method].parts(recipe, signature, content)
  return parts && joined(parts)
}

/** Adds an age fault, except where another scheme's limit or a timestamp in milliseconds applies. */
const aged = ({ recipe, presented, input }: Facts, { accidents }: Proof): Cause[] =>
  accidents.length === 0 ||
  accidents.some(({ cause }) => cause === 'other_scheme') ||
  /^\d{12,}$/.test(presented.timestamp ?? '')
    ? []
    : agedToo(recipe, presented, input.now)

type Sides = Pick<Accident, 'expected' | 'received'>

function* told(facts: Facts, { accidents, signed }: Proof): Pausable<Cause[]> {
  const right = rightBytes(facts)
  const diff = signed && right ? yield* comparingBytes('signed string', signed, right) : null
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
  return ` At the same time: ${others.join(' and ')}.`
}

/** The first cause that concerns the signed bytes, otherwise the first cause. */
function diffAt(accidents: readonly Accident[]): number {
  const at = accidents.findIndex(({ expected }) => expected === undefined)
  return Math.max(at, 0)
}
