/** Tries mistakes in order of likelihood until a signature fits. */
import type { Pausable } from '../../memory/in-slices.ts'
import { once } from '../../memory/once-for.ts'
import { isAsymmetric } from '../../signing/key-pairs.ts'
import type { AccidentFamily } from '../../wire.ts'
import { bodyForms } from '../accidents/body-forms.ts'
import { rewrittenProof } from '../accidents/changed-values.ts'
import { cutBody } from '../accidents/cuts.ts'
import { createMadeBodies } from '../accidents/made-bodies.ts'
import { millisecondOf } from '../accidents/milliseconds.ts'
import { otherKeys, rareKeys, rightKey } from '../accidents/secrets.ts'
import { millisecondTurns, signedSeconds } from '../accidents/values.ts'
import { timeOf, type Work } from '../accidents/work.ts'
import type { Facts } from '../facts.ts'
import type { Rank } from './accident.ts'
import { type Budget, perKey } from './budget.ts'
import { createLists, frameTurn, isLarge, leading } from './lists.ts'
import {
  familyOf,
  type ListName,
  likelyEnds,
  oftenWithOthers,
  pairs,
  rarePairs,
  seldomWithOthers,
  type Turn,
} from './pairs.ts'
import { createProbe, type Guess, type Proof, weightIn } from './probe.ts'

/** The share of the remaining budget for the commonest pairs. With a large body, they could otherwise use it all. */
const likelyShare = 1 / 6

/** How many other secrets are tried with the likeliest mistakes, and how many of these with more. */
const [mostVaried, fewVaried] = [50, 8]

/** The cost of analyzing a body and of allocating copies of it. */
const counting: Work = { byte: 0.003, letter: 0.008, token: 0.009 }

/** The ranks of mistakes that are tried with others. */
const ranks = [0, 1, 2] as const

/** Lists that are tried alone, in order. */
type Steps = readonly (readonly [Rank, readonly ListName[]])[]

/** Searches with one reading of the headers, and records the tried families. */
export function createSearch(facts: Facts, budget: Budget, tried: Set<AccidentFamily>) {
  const { recipe, presented, content, input } = facts
  const prober = createProbe(recipe, presented, content, budget)
  const ofOthers = once(() => createProbe(recipe, presented, content, budget.others))
  const ofRareKeys = once(() => createProbe(recipe, presented, content, budget.rareKeys))
  let best: Proof | undefined

  /**
   * Whether a guess fits with no other mistake. No simpler explanation then exists.
   * @param by whose purse pays
   */
  function* isProved(guess: Guess | undefined, by = prober): Pausable<boolean> {
    if (budget.isPauseDue()) yield
    const proof = guess && confirmed(guess, by.probe(guess))
    if (proof && (!best || weightIn(proof) < weightIn(best))) best = proof
    return best !== undefined && weightIn(best) <= 1
  }

  const bodies = createMadeBodies(input.body, budget)
  const lists = createLists(facts, budget, bodies, prober.strongest)

  function confirmed({ body }: Guess, proof: Proof | undefined): Proof | undefined {
    const [turn] = body?.turns ?? []
    const bytes = turn && bodies.made(turn)
    if (!proof || !bytes) return proof
    return rewrittenProof(proof, turn, { came: bodies.forms, signed: bodyForms(bytes) }, budget)
  }

  const bases = input.secrets.slice(0, leading).map((known): Guess => ({ key: rightKey(recipe, known) }))
  const singly: readonly ListName[] = [
    'versions',
    'earlier',
    // A large body leaves budget for few signatures, so the likely rewritings come first.
    ...(isLarge(input.body) ? (['bodies', 'keys'] as const) : (['keys', 'bodies'] as const)),
    'frames',
    'values',
    'headers',
    'urls',
    'digests',
    'schemes',
  ]
  const besides = singly.filter((name) => name !== 'bodies')

  /** The rare single mistakes. */
  const rares: Steps = [
    [2, ['bodies', ...besides, 'dearBodies', 'dearSorted']],
    [3, besides],
  ]
  const likelyOfPairs = ['digests', 'frames'] as const
  const restOfPairs = besides.filter((name) => name !== 'digests' && name !== 'frames')
  /** Verifying a key pair's signature over each rare body and time would take the whole budget. */
  const raresOfPairs: Steps = [
    [2, likelyOfPairs],
    [3, likelyOfPairs],
    [2, restOfPairs],
    [3, restOfPairs],
    [2, ['bodies', 'dearBodies', 'dearSorted']],
  ]

  /** The valid secrets beyond the leading ones, then the other known secrets. */
  function* otherGuesses(): Generator<Guess> {
    for (const known of input.secrets.slice(leading)) yield { key: rightKey(recipe, known) }
    for (const key of otherKeys(recipe, input.secrets, input.otherSecrets)) yield { key }
  }

  /** Tries each mistake of a rank alone. */
  function* tryAlone(rank: Rank, names: readonly ListName[] = singly): Pausable<boolean> {
    for (const name of names) {
      const turns = lists.ofRank(name, rank)
      // Making a list for a large body takes milliseconds.
      yield
      if (turns.length > 0 && prober.canGoOn()) tried.add(familyOf(name))
      for (const turn of turns) {
        // A key replaces the base key. Every other change is tried with each valid key.
        for (const base of name === 'keys' ? bases.slice(0, 1) : bases) {
          if (!prober.canGoOn()) return false
          if (yield* isProved(turn.change(base))) return true
        }
      }
    }
    return false
  }

  /** Tries each other secret as it is. A separate purse pays, so that their number does not matter to the rest. */
  function* tryOthers(): Pausable<boolean> {
    for (const guess of otherGuesses()) {
      if (!ofOthers().canGoOn()) return false
      tried.add('keys')
      if (yield* isProved(guess, ofOthers())) return true
    }
    return false
  }

  /** Tries other secrets with one mistake more. */
  function* tryOthersChanged(names: readonly ListName[], most: number): Pausable<boolean> {
    const guesses = [...firstOf(otherGuesses(), most)]
    for (const rank of ranks) {
      for (const name of guesses.length > 0 ? names : []) {
        tried.add('pairs')
        for (const turn of lists.ofRank(name, rank)) {
          for (const guess of guesses) {
            if (!ofOthers().canGoOn()) return false
            if ((yield* isProved(turn.change(guess), ofOthers())) || best) return true
          }
        }
      }
    }
    return false
  }

  /** Tries the rare mistakes with a secret. A separate purse pays, so that their number does not matter to the rest. */
  function* tryRareKeys(): Pausable<boolean> {
    for (const key of rareKeys(recipe, input.secrets.slice(0, leading))) {
      if (!ofRareKeys().canGoOn() || !budget.rareKeys.take(perKey)) return false
      if (yield* isProved(key && { key }, ofRareKeys())) return true
    }
    return false
  }

  /** Tries pairs whose ranks add up to this sum. */
  function* tryPairs(among: typeof pairs, sum: Rank): Pausable<boolean> {
    for (const [first, second] of among) {
      if (!prober.canGoOn()) return false
      tried.add('pairs')
      for (const rank of ranks.slice(0, sum + 1))
        if (yield* tryPair(lists.ofRank(first, rank), lists.ofRank(second, (sum - rank) as Rank))) return true
    }
    return false
  }

  /** Tries the commonest pairs: each change of the second list with the whole first list. */
  function* tryLikelyPairs(among: typeof likelyEnds): Pausable<boolean> {
    const kept = budget.left() * (1 - likelyShare)
    for (const [firsts, seconds] of among) {
      for (const second of lists.all(seconds)) {
        for (const first of lists.all(firsts)) {
          if (!bases[0] || budget.left() <= kept || !prober.canGoOn()) return false
          tried.add('pairs')
          const half = first.change(bases[0])
          if ((yield* isProved(half && second.change(half))) || best) return true
        }
      }
    }
    return false
  }

  /** Tries a pair of lists with the first valid secret only. */
  function* tryPair(first: readonly Turn[], second: readonly Turn[]): Pausable<boolean> {
    for (const one of bases[0] ? first : []) {
      const half = one.change(bases[0] as Guess)
      for (const other of half ? second : []) {
        if (!prober.canGoOn()) return false
        if ((yield* isProved(other.change(half as Guess))) || best) return true
      }
    }
    return false
  }

  /** Tries every millisecond of the header's second. */
  function* tryMilliseconds(): Pausable<boolean> {
    const seconds = recipe.method === 'hmac' ? signedSeconds(recipe, presented) : undefined
    if (seconds === undefined) return false
    for (const base of bases) {
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
        if (yield* isProved(frameTurn(turn).change(base))) return true
    }
    return false
  }

  /** Tries every part of the body that a cut leaves. */
  function* tryCuts(): Pausable<boolean> {
    const start = recipe.method === 'hmac' ? prober.signedWith({ body: Buffer.alloc(0) }) : undefined
    const whole = start && prober.signedWith({})
    if (!start || !whole?.equals(Buffer.concat([start, content.body]))) return false
    for (const base of bases) {
      const { bytes: key } = base.key
      const { digest } = recipe
      const asked = key && { digest, key, start, body: content.body, isCame: prober.isCame }
      const body = asked && (yield* cutBody(asked, budget))
      if (body && (yield* isProved({ ...base, body }, ofOthers()))) return true
    }
    return false
  }

  return {
    /** Tries each valid secret, allowing only mistakes in the signature's encoding. */
    *asItIs(): Pausable<Proof | undefined> {
      if (recipe.method === 'hmac') tried.add('writings')
      for (const base of bases) if (yield* isProved(base)) return best
      for (const known of input.secrets.slice(leading, mostVaried))
        if (yield* isProved({ key: rightKey(recipe, known) }, ofOthers())) break
      return best
    },
    /** Tries single mistakes, then pairs. Rare mistakes come last, and only if nothing simpler fits. */
    *changed(): Pausable<Proof | undefined> {
      budget.take(timeOf(counting, bodies.forms.counts()))
      if ((yield* tryAlone(0, ['versions', 'keys'])) || (yield* tryOthers())) return best
      yield* lists.prepare()
      // Cheap mistakes come first, so that a large body's budget covers all common mistakes.
      if ((yield* tryAlone(0)) || (yield* tryAlone(1, ['firstBodies']))) return best
      if (!best && (yield* tryLikelyPairs(likelyEnds))) return best
      if ((yield* tryAlone(0, ['dearBodies'])) || (yield* tryAlone(1, ['otherBodies', 'dearSorted'])))
        return best
      if ((yield* tryAlone(1, besides)) || (yield* tryAlone(1, ['dearBodies']))) return best
      if ((yield* tryAlone(0, ['dearSchemes'])) || best) return best
      if (recipe.method === 'password') return best
      if (yield* tryMilliseconds()) return best
      for (const [rank, names] of isAsymmetric(recipe) ? raresOfPairs : rares)
        if ((yield* tryAlone(rank, names)) || best) return best
      if ((yield* tryCuts()) || (yield* tryOthersChanged(oftenWithOthers, mostVaried))) return best
      if ((yield* tryPairs(pairs, 0)) || (yield* tryPairs(rarePairs, 0))) return best
      if (yield* tryRareKeys()) return best
      if (yield* tryOthersChanged(seldomWithOthers, fewVaried)) return best
      const all = [...pairs, ...rarePairs]
      if (!(yield* tryPairs(all, 1))) yield* tryPairs(all, 2)
      return best
    },
  }
}

function* firstOf<T>(all: Iterable<T>, most: number): Generator<T> {
  let count = 0
  for (const one of all) {
    if (count++ >= most) return
    yield one
  }
}
