import type { BodyTurn, DigestTurn, Family, FrameTurn, KeyTurn, Rank } from './accident.ts'
import { bodyTurns, sentBodyTurn } from './accidents/bodies.ts'
import { claimTurns } from './accidents/body-claims.ts'
import { bodyForms } from './accidents/body-forms.ts'
import { digestTurns } from './accidents/digests.ts'
import { formTurns } from './accidents/form-fields.ts'
import { frameTurns, versionTurns } from './accidents/frames.ts'
import { coveredHeaderTurns } from './accidents/headers.ts'
import { createMadeBodies, perTurn } from './accidents/made-bodies.ts'
import { millisecondOf } from './accidents/milliseconds.ts'
import { requestTurns } from './accidents/requests.ts'
import { rewrittenProof } from './accidents/rewritten.ts'
import { schemeTurns } from './accidents/schemes.ts'
import { keyMistakes, mistakenKeys, otherKeys, rightKeys } from './accidents/secrets.ts'
import { urlTurns } from './accidents/urls.ts'
import { idTurns, millisecondTurns, printedTurns, signedSeconds, timestampTurns } from './accidents/values.ts'
import { timeOf, type Work } from './accidents/work.ts'
import { type Budget, digestCost } from './budget.ts'
import type { Facts } from './facts.ts'
import { familyOf, type Lists, likelyEnds, likelyPairs, pairs, rarePairs, type Turn } from './pairs.ts'
import { createProbe, type Guess, type Proof, perByteAnew, weightIn, writesAnew } from './probe.ts'

/** With how many of the secrets that count here a mistake is tried; all of them are tried without one. */
const leading = 3

/** How much of what is left goes to the pairs that are likely, so that many secrets leave something to the others. */
const likelyShare = 1 / 6

/** What it takes to count what is in a body, and to have memory for so many bytes again and again. */
const counting: Work = { byte: 0.003, letter: 0.008, token: 0.009 }

/** Bodies beyond that, and rewritings that take as long as so many signatures, more of small bodies, have to wait for what takes less. */
const [large, dear, dearOfSmall] = [20_000, 12, 40]

/** What JSON.stringify makes has to wait from so many microseconds on. */
const dearOfNative = 2500

/** Whoever makes these mistakes has the secret as text. */
const ofSecretText: ReadonlySet<string> = new Set(['plain_hash', 'key_message_swapped'])

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
  const bodies = createMadeBodies(input.body, budget)

  function confirmed({ body }: Guess, proof: Proof | undefined): Proof | undefined {
    const [turn] = body?.turns ?? []
    const bytes = turn && bodies.made(turn)
    if (!proof || !bytes) return proof
    return rewrittenProof(proof, turn, { came: bodies.forms, signed: bodyForms(bytes) }, budget)
  }

  const keyTurn = (key: KeyTurn): Turn => ({
    rank: key.rank,
    change: ({ key: before, body, frames, digest }) =>
      before.accidents.length > 0 ? undefined : { key, body, frames, digest },
  })
  const bodyTurn = (turn: BodyTurn): Turn => ({
    rank: turn.rank,
    change({ key, frames, digest }) {
      const bytes = bodies.by(turn)
      return bytes && { key, body: { turns: [turn], bytes }, frames, digest }
    },
  })
  /** On top of another change of the body. */
  const endTurn = (turn: BodyTurn): Turn => ({
    rank: turn.rank,
    change({ body, ...guess }) {
      if (!body || !budget.take(perTurn + timeOf(turn.work, bodies.forms.counts()))) return undefined
      const bytes = turn.make(bodyForms(body.bytes), { most: 0, wasExceeded: () => undefined })
      return bytes && { ...guess, body: { turns: [...body.turns, turn], bytes } }
    },
  })
  const frameTurn = (turn: FrameTurn): Turn => ({
    rank: turn.rank,
    change: ({ key, body, frames, digest }) => ({
      key,
      body,
      frames: frames ? [...frames, turn] : [turn],
      digest,
    }),
  })
  const both = (one: Turn, other: Turn): Turn => ({
    rank: 0,
    change(guess) {
      const half = one.change(guess)
      return half && other.change(half)
    },
  })
  const digestTurn = (digest: DigestTurn): Turn => ({
    rank: digest.rank,
    change: ({ key, body, frames }) => ({ key, body, frames, digest }),
  })

  function listsOf(): Lists {
    const turns = recipe.method === 'password' ? [] : bodyTurns(input.body, content)
    const most = (input.body.length > large ? dear : dearOfSmall) * digestCost(input.body.length)
    const isDear = (turn: BodyTurn) => bodies.timeFor(turn) > (turn.isNative ? dearOfNative : most)
    const schemes = schemeTurns(recipes, recipe)
    const isDearScheme = ({ signs }: FrameTurn) =>
      input.body.length * perByteAnew > most && signs !== undefined && writesAnew(signs, content.contentType)
    const mistaken = mistakenKeys(recipe, input.secrets.slice(0, leading))
    const strangers = otherKeys(recipe, input.secrets, input.otherSecrets)
    const others = strangers.map((key) => ({ key, ...keyTurn(key) }))
    const cheap = turns.filter((turn) => !isDear(turn)).map((turn) => ({ turn, ...bodyTurn(turn) }))
    const dears = turns.filter(isDear).map((turn) => ({ turn, ...bodyTurn(turn) }))
    const isSorted = ({ turn }: { turn: BodyTurn }) => turn.needs === 'sorted'
    const isFirst = ({ turn }: { turn: BodyTurn }) =>
      turn.isPlain === true || bodies.timeFor(turn) < 4 * digestCost(input.body.length)
    const ends = turns.filter(({ isEnd }) => isEnd).map((turn) => ({ turn, ...endTurn(turn) }))
    const digests = digestTurns(recipe)
    const frames = [...frameTurns(recipe), ...formTurns(recipe, content), ...requestTurns(recipe, content)]
    const textKeys = mistaken.filter(({ accidents: [one] }) => one && textual.has(one.cause)).map(keyTurn)
    const bodyAlone = frames.filter(({ accident }) => accident.cause === 'body_only_signed').map(frameTurn)
    const parsed = input.body.length <= 20_000 ? bodies.forms.json()?.value : undefined
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
      firstBodies: cheap.filter(isFirst),
      otherBodies: cheap.filter((one) => !isFirst(one)),
      plainBodies: cheap.filter(({ turn }) => turn.isPlain),
      dearSorted: dears.filter(isSorted),
      dearBodies: dears.filter((one) => !isSorted(one)),
      frames: frames.map(frameTurn),
      values: [
        ...timestampTurns(recipe, presented, content, parsed),
        ...idTurns(recipe, presented, content, parsed),
      ].map(frameTurn),
      printed: printedTurns(recipe, presented).map(frameTurn),
      headers: [...coveredHeaderTurns(recipe, presented, content), ...claimTurns(recipe, content)].map(
        frameTurn,
      ),
      urls: urlTurns(recipe, content).map(frameTurn),
      digests: digests.map(digestTurn),
      textKeys,
      bodyAlone: [...bodyAlone, ...textKeys.flatMap((key) => bodyAlone.map((alone) => both(key, alone)))],
      keylessDigests: digests
        .filter(({ accident, rank }) => ofSecretText.has(accident.cause) && rank < 2)
        .map((turn) => ({ ...digestTurn(turn), rank: 0 })),
      versions: versionTurns(recipe, prober.strongest).map(frameTurn),
      schemes: schemes.filter((turn) => !isDearScheme(turn)).map(frameTurn),
      dearSchemes: schemes.filter(isDearScheme).map(frameTurn),
      ends,
      plainEnds: ends.filter(({ turn }) => turn.isPlain),
    }
  }

  const bases = rights.map((key): Guess => ({ key }))
  const singly: readonly (keyof Lists)[] = [
    'versions',
    // What signatures of a large body are left are few; the likely rewriting is one of them.
    ...(input.body.length > large ? (['bodies', 'keys'] as const) : (['keys', 'bodies'] as const)),
    'frames',
    'values',
    'headers',
    'urls',
    'digests',
    'schemes',
  ]
  const besides = singly.filter((name) => name !== 'bodies')

  const lasts = ['dearBodies', 'dearSorted', 'printed'] as const

  const rankedOf = (name: keyof Lists, rank: number) =>
    lists[name]?.filter((turn) => turn.rank === rank) ?? []

  /** Every accident of a rank alone. */
  function tryAlone(rank: Rank, names: readonly (keyof Lists)[] = singly): boolean {
    for (const name of names) {
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
  function tryLikelyPairs(among: typeof likelyPairs): boolean {
    const kept = budget.left() * (1 - likelyShare)
    for (const [firsts, seconds] of among) {
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
      budget.take(timeOf(counting, bodies.forms.counts()))
      Object.assign(lists, listsOf())
      // What takes little goes before what takes long, so that the plain accidents of a large body are all tried.
      if (tryAlone(0) || tryAlone(1, ['firstBodies'])) return best
      if (!best && tryLikelyPairs(likelyEnds)) return best
      if (tryAlone(0, ['dearBodies']) || tryAlone(1, ['otherBodies', 'dearSorted'])) return best
      if (tryAlone(1, besides) || tryAlone(1, ['dearBodies']) || tryAlone(0, ['dearSchemes']) || best)
        return best
      if (recipe.method === 'password') return best
      if (tryMilliseconds() || tryLikelyPairs(likelyPairs) || tryAlone(2, ['bodies'])) return best
      if (tryPairs(pairs, 0) || tryAlone(2, besides) || tryAlone(2, lasts) || best) return best
      if (tryPairs(rarePairs, 0)) return best
      const all = [...pairs, ...rarePairs]
      if (!tryPairs(all, 1)) tryPairs(all, 2)
      return best
    },
  }
}
