/** Asks the project for its verdict on a drawn request, and counts what is right, wrong and without a cause. */
import type { KnownSecret } from '../../../server/verification/input.ts'
import { verify } from '../../../server/verification/verify.ts'
import type { Verdict } from '../../../server/wire.ts'
import { recipes } from '../../helpers/recipes.ts'
import { now } from './making.ts'
import { causesTrueOf, type Drawn } from './requests.ts'

const owned = (id: string, secret: string, more: Partial<KnownSecret> = {}): KnownSecret => ({
  of: { kind: 'subscription', id },
  secret,
  ...more,
})

/** The verdict of a receiver that knows the secret, the one before it, and the secret of another subscription. */
export const verdictOn = ({ of, headers, body }: Drawn): Verdict =>
  verify(recipes, {
    headers,
    body,
    method: 'POST',
    url: of.url,
    scheme: of.scheme.name,
    secrets: [owned('own', of.secret)],
    otherSecrets: [owned('own', of.old, { old: true }), owned('other', of.stranger)],
    identifiers: of.identifiers,
    earlier: of.earlier,
    now: now * 1_000_000,
  })

/** Every mistake must have a true cause, and no other cause may be claimed. */
function outcomeOf(one: Drawn, verdict: Pick<Verdict, 'result' | 'causes'>): 'right' | 'wrong' | 'none' {
  const named = verdict.causes.map(({ cause }) => cause)
  if (named.length === 0) return verdict.result === 'verified' ? 'wrong' : 'none'
  const isTrue = (causes: readonly ReadonlySet<string>[]) =>
    causes.every((words) => named.some((word) => words.has(word))) &&
    named.every((word) => causes.some((words) => words.has(word)))
  if (isTrue(one.causes.map((words) => new Set(words)))) return 'right'
  // Other mistakes may make the same bytes. Looking for them takes longer.
  const parts = one.alone.length > 0 ? one.alone : [one]
  return isTrue(parts.map(causesTrueOf)) || isTrue([causesTrueOf(one)]) ? 'right' : 'wrong'
}

/** A request and what was claimed of it, in a line. */
export const shown = (
  { of, names }: Drawn,
  { result, causes }: Pick<Verdict, 'result' | 'causes'>,
): string => {
  const claimed = causes.map(({ cause, detail }) => `${cause} (${detail.slice(0, 120)})`)
  return `${of.scheme.name}, ${names.join(' + ')}: ${claimed.join(', ') || `${result}, no cause`}`
}

/** Counts the outcomes, and lists the requests that were not explained rightly. */
export function counted(all: Iterable<Drawn>) {
  const found = { right: 0, wrong: [] as string[], none: [] as string[] }
  for (const one of all) {
    const verdict = verdictOn(one)
    const outcome = outcomeOf(one, verdict)
    if (outcome === 'right') found.right++
    else found[outcome].push(shown(one, verdict))
  }
  return found
}

/** Prints figures, and each request that has the wrong cause or none. `npm test` prints none. */
export function report(
  kind: string,
  count: number,
  { right, wrong, none }: ReturnType<typeof counted>,
): void {
  if (process.env.TESTS === 'quick') return
  const lines = [
    `${count} ${kind}: ${right} right, ${wrong.length} wrong, ${none.length} without a cause`,
    ...wrong.map((line) => `  wrong: ${line}`),
    ...none.map((line) => `  none: ${line}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
