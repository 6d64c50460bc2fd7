import type { BodyTurn, DigestTurn, Family, FrameTurn, KeyTurn, Rank } from './accident.ts'
import { bodyForms, bodyTurns, sentBodyTurn } from './accidents/bodies.ts'
import { digestTurns } from './accidents/digests.ts'
import { frameTurns, versionTurns } from './accidents/frames.ts'
import { claimTurns, coveredHeaderTurns } from './accidents/headers.ts'
import { millisecondOf } from './accidents/milliseconds.ts'
import { rewrittenProof } from './accidents/rewritten.ts'
import { schemeTurns } from './accidents/schemes.ts'
import { keyMistakes, mistakenKeys, otherKeys, rightKeys } from './accidents/secrets.ts'
import { urlTurns } from './accidents/urls.ts'
import { idTurns, millisecondTurns, signedSeconds, timestampTurns } from './accidents/values.ts'
import { forming, timeOf, type Work } from './accidents/work.ts'
import { type Budget, digestCost } from './budget.ts'
import type { Facts } from './facts.ts'
import { familyOf, type Lists, likelyPairs, pairs, rarePairs, type Turn } from './pairs.ts'
import { createProbe, type Guess, type Proof, perByteAnew, weightIn, writesAnew } from './probe.ts'

/** With how many of the secrets that count here a mistake is tried; all of them are tried without one. */
const leading = 3

/** How much of what is left goes to the pairs that are likely, so that many secrets leave something to the others. */
const likelyShare = 1 / 6

/** What it takes to count what is in a body. */
const counting: Work = { byte: 0.0008, letter: 0.015, token: 0.018 }

/** Bodies beyond that, and rewritings that take as long as so many signatures, have to wait for what takes less. */
const [large, dear] = [20_000, 6]

/** Of small bodies so many. */
const dearOfSmall = 50

/** What a compressed body may grow into at most, and what each byte of it takes. */
const mostGrown = 4_000_000
const perGrown = 0.002

/** What making any other body takes at least, in microseconds. */
const perTurn = 2

/** The secret as text where the scheme decodes it. */
const textual: ReadonlySet<string> = new Set(['secret_as_text'])

/** Searches one reading of the headers; what was tried is told by families. */
export function createSearch(facts: Facts, budget: Budget, tried: Set<Family>) {
  const { recipes, recipe, presented, content, input } = facts
  const prober = createProbe(recipe, presented, content, budget)
  const rights = rightKeys(recipe, input.secrets)
  let best: Proof | undefined

  /** Whether it gave a signature with nothing else wrong, so that there is nothing simpler to be found. */
  function isProved(guess: Guess | undefined): boolean {
    const proof = guess && confirmed(guess, prober.probe(guess))
    if (proof && (!best || weightIn(proof) < weightIn(best))) best = proof
    return best !== undefined && weightIn(best) <= 1
  }

  const lists: Lists = {}
  const made = { forms: bodyForms(input.body), paid: new Set<string>(), bodies: [] as Buffer[] }
  const bodyMade = new Map<BodyTurn, Buffer | undefined>()

  /** Another body by a turn, made once; undefined where it cannot be, or is one that is known by another name. */
  function bodyBy(turn: BodyTurn): Buffer | undefined {
    if (bodyMade.has(turn)) return bodyMade.get(turn)
    bodyMade.set(turn, undefined)
    const { bytes } = made.forms
    if (turn.applies?.(made.forms) === false) return undefined
    if (!budget.take(perTurn + timeFor(turn))) return undefined
    if (turn.needs) made.paid.add(turn.needs)
    const other = rewritten(turn)
    if (!other || [bytes, ...made.bodies].some((one) => one.equals(other))) return undefined
    if (other.length > bytes.length && !budget.take((other.length - bytes.length) * perGrown))
      return undefined
    made.bodies.push(other)
    bodyMade.set(turn, other)
    return other
  }

  /** What a turn takes, its form included where none has paid for it yet. */
  function timeFor({ needs, work }: BodyTurn): number {
    const counts = made.forms.counts()
    return timeOf(work, counts) + (needs && !made.paid.has(needs) ? timeOf(forming[needs], counts) : 0)
  }

  function rewritten(turn: BodyTurn): Buffer | undefined {
    const most = Math.min(mostGrown, budget.bytesAt(perGrown))
    try {
      return turn.make(made.forms, { most, wasExceeded: () => budget.take(most * perGrown) })
    } catch (error) {
      // JSON.parse takes what is nested deeper than JSON.stringify follows.
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  function confirmed({ body }: Guess, proof: Proof | undefined): Proof | undefined {
    const [turn] = body?.turns ?? []
    const bytes = turn && bodyMade.get(turn)
    if (!proof || !bytes) return proof
    return rewrittenProof(proof, turn.accident, { came: made.forms, signed: bodyForms(bytes) }, budget)
  }

  const keyTurn = (key: KeyTurn): Turn => ({
    rank: key.rank,
    change: (guess) => (guess.key.accidents.length > 0 ? undefined : { ...guess, key }),
  })
  const bodyTurn = (turn: BodyTurn): Turn => ({
    rank: turn.rank,
    change(guess) {
      const bytes = bodyBy(turn)
      return bytes && { ...guess, body: { turns: [turn], bytes } }
    },
  })
  /** On top of another change of the body. */
  const endTurn = (turn: BodyTurn): Turn => ({
    rank: turn.rank,
    change({ body, ...guess }) {
      if (!body || !budget.take(perTurn + timeOf(turn.work, made.forms.counts()))) return undefined
      const bytes = turn.make(bodyForms(body.bytes), { most: 0, wasExceeded: () => undefined })
      return bytes && { ...guess, body: { turns: [...body.turns, turn], bytes } }
    },
  })
  const frameTurn = (turn: FrameTurn): Turn => ({
    rank: turn.rank,
    change: (guess) => ({ ...guess, frames: [...(guess.frames ?? []), turn] }),
  })
  const digestTurn = (digest: DigestTurn): Turn => ({
    rank: digest.rank,
    change: (guess) => ({ ...guess, digest }),
  })

  function listsOf(): Lists {
    const bodies = recipe.method === 'password' ? [] : bodyTurns(input.body)
    const most = (input.body.length > large ? dear : dearOfSmall) * digestCost(input.body.length)
    const isDear = (turn: BodyTurn) => timeFor(turn) > most
    const schemes = schemeTurns(recipes, recipe)
    const isDearScheme = ({ signs }: FrameTurn) =>
      input.body.length * perByteAnew > most && signs !== undefined && writesAnew(signs, content.contentType)
    const mistaken = mistakenKeys(recipe, input.secrets.slice(0, leading))
    const strangers = otherKeys(recipe, input.secrets, input.otherSecrets)
    const others = strangers.map((key) => ({ key, ...keyTurn(key) }))
    const cheap = bodies.filter((turn) => !isDear(turn)).map((turn) => ({ turn, ...bodyTurn(turn) }))
    const ends = bodies.filter(({ isEnd }) => isEnd).map((turn) => ({ turn, ...endTurn(turn) }))
    const digests = digestTurns(recipe)
    const parsed = input.body.length <= 20_000 ? made.forms.json()?.value : undefined
    return {
      keys: [...mistaken.map(keyTurn), ...others],
      olds: others.filter(({ key }) => key.known.old),
      others: others.filter(({ key }) => !key.known.old),
      keyForms: keyMistakes(recipe).map(
        ({ rank, make }): Turn => ({
          rank,
          change(guess) {
            const key = make(guess.key)
            return key && { ...guess, key }
          },
        }),
      ),
      bodies: [...cheap, ...sentBodyTurn(input.body, input.sentBody).map(bodyTurn)],
      plainBodies: cheap.filter(({ turn }) => turn.isPlain),
      dearBodies: bodies.filter(isDear).map(bodyTurn),
      frames: frameTurns(recipe).map(frameTurn),
      values: [
        ...timestampTurns(recipe, presented, content, parsed),
        ...idTurns(recipe, presented, content, parsed),
      ].map(frameTurn),
      headers: [...coveredHeaderTurns(recipe, presented, content), ...claimTurns(recipe)].map(frameTurn),
      urls: urlTurns(recipe, content).map(frameTurn),
      digests: digests.map(digestTurn),
      textKeys: mistaken.filter(({ accidents: [one] }) => one && textual.has(one.cause)).map(keyTurn),
      plainHashes: digests
        .filter(({ accident, rank }) => accident.cause === 'plain_hash' && rank < 2)
        .map((turn) => ({ ...digestTurn(turn), rank: 0 })),
      versions: versionTurns(recipe, prober.strongest).map(frameTurn),
      schemes: schemes.filter((turn) => !isDearScheme(turn)).map(frameTurn),
      dearSchemes: schemes.filter(isDearScheme).map(frameTurn),
      ends,
      plainEnds: ends.filter(({ turn }) => turn.isPlain),
    }
  }

  const bases = rights.map((key): Guess => ({ key }))
  const singly: (keyof Lists)[] = [
    'versions',
    // What signatures of a large body are left are few; the likely rewriting is one of them.
    ...(input.body.length > large ? (['bodies', 'keys'] as const) : (['keys', 'bodies'] as const)),
    'frames',
    'values',
    'headers',
    'urls',
    'digests',
    'schemes',
    'dearBodies',
    'dearSchemes',
  ]

  const rankedOf = (name: keyof Lists, rank: number) =>
    lists[name]?.filter((turn) => turn.rank === rank) ?? []

  /** Every accident of a rank alone. */
  function tryAlone(rank: Rank): boolean {
    for (const name of singly) {
      const turns = rankedOf(name, rank)
      if (turns.length > 0 && prober.canGoOn()) tried.add(familyOf(name))
      for (const turn of turns) {
        // A key stands for itself; everything else goes with each of the right ones.
        for (const base of name === 'keys' ? bases.slice(0, 1) : bases.slice(0, leading)) {
          if (!prober.canGoOn()) return false
          if (isProved(turn.change(base))) return true
        }
      }
    }
    return false
  }

  /** Two at once, whose ranks come to this. */
  function tryPairs(among: typeof pairs, sum: number): boolean {
    for (const [first, second] of among) {
      if (!prober.canGoOn()) return false
      tried.add('pairs')
      for (let rank = 0; rank <= sum; rank++)
        if (tryPair(rankedOf(first, rank), rankedOf(second, sum - rank))) return true
    }
    return false
  }

  /** What is likely to happen together, each of the second kind with all of the first. */
  function tryLikelyPairs(): boolean {
    const kept = budget.left() * (1 - likelyShare)
    for (const [firsts, seconds] of likelyPairs) {
      for (const second of lists[seconds] ?? []) {
        for (const first of lists[firsts] ?? []) {
          if (!bases[0] || !budget.leaves(kept) || !prober.canGoOn()) return false
          tried.add('pairs')
          const half = first.change(bases[0])
          if (isProved(half && second.change(half)) || best) return true
        }
      }
    }
    return false
  }

  /** With the first of the right secrets alone. */
  function tryPair(first: readonly Turn[], second: readonly Turn[]): boolean {
    for (const one of bases[0] ? first : []) {
      const half = one.change(bases[0] as Guess)
      for (const other of half ? second : []) {
        if (!prober.canGoOn()) return false
        if (isProved(other.change(half as Guess)) || best) return true
      }
    }
    return false
  }

  /** Every millisecond of the header's second, which is too many for a list. */
  function tryMilliseconds(): boolean {
    const seconds = recipe.method === 'hmac' ? signedSeconds(recipe, presented) : undefined
    if (seconds === undefined) return false
    for (const base of bases.slice(0, leading)) {
      const { bytes: key } = base.key
      const digits =
        key &&
        millisecondOf(
          {
            digest: recipe.digest,
            key,
            signedAt: (end) => prober.signedWith({ timestamp: seconds + end }),
            isCame: prober.isCame,
            bodySize: content.body.length,
          },
          budget,
        )
      if (digits === undefined) continue
      for (const turn of millisecondTurns(seconds, digits))
        if (isProved(frameTurn(turn).change(base))) return true
    }
    return false
  }

  return {
    /** Each right secret with nothing wrong but the writing of the signature. */
    asItIs(): Proof | undefined {
      if (recipe.method === 'hmac') tried.add('writings')
      for (const base of bases) if (isProved(base)) break
      return best
    },
    /** Each accident alone, then two at once; what is rare comes last, and never where a simpler one was found. */
    changed(): Proof | undefined {
      budget.take(timeOf(counting, made.forms.counts()))
      Object.assign(lists, listsOf())
      if (tryAlone(0) || tryAlone(1) || best || recipe.method === 'password') return best
      if (tryMilliseconds() || tryLikelyPairs() || tryPairs(pairs, 0) || tryAlone(2) || best) return best
      if (tryPairs(rarePairs, 0)) return best
      const all = [...pairs, ...rarePairs]
      if (!tryPairs(all, 1)) tryPairs(all, 2)
      return best
    },
  }
}
