/** Tries mistakes in order of likelihood until a signature fits. */
import type { AccidentFamily } from '../../wire.ts'
import { bodyForms } from '../accidents/body-forms.ts'
import { rewrittenProof } from '../accidents/changed-values.ts'
import { createMadeBodies } from '../accidents/made-bodies.ts'
import { millisecondOf } from '../accidents/milliseconds.ts'
import { rightKeys } from '../accidents/secrets.ts'
import { millisecondTurns, signedSeconds } from '../accidents/values.ts'
import { timeOf, type Work } from '../accidents/work.ts'
import type { Facts } from '../facts.ts'
import type { Rank } from './accident.ts'
import type { Budget } from './budget.ts'
import { createLists, frameTurn, isLarge, leading } from './lists.ts'
import { familyOf, type ListName, likelyEnds, likelyPairs, pairs, rarePairs, type Turn } from './pairs.ts'
import { createProbe, type Guess, type Proof, weightIn } from './probe.ts'

/** The share of the remaining budget for likely pairs. With many secrets, these pairs could otherwise use it all. */
const likelyShare = 1 / 6

/** The cost of analyzing a body and of allocating copies of it. */
const counting: Work = { byte: 0.003, letter: 0.008, token: 0.009 }

const ranks = [0, 1, 2] as const

/** Searches with one reading of the headers, and records the tried families. */
export function createSearch(facts: Facts, budget: Budget, tried: Set<AccidentFamily>) {
  const { recipe, presented, content, input } = facts
  const prober = createProbe(recipe, presented, content, budget)
  const rights = rightKeys(recipe, input.secrets)
  let best: Proof | undefined

  /** Whether a guess fits with no other mistake. No simpler explanation then exists. */
  function isProved(guess: Guess | undefined): boolean {
    const proof = guess && confirmed(guess, prober.probe(guess))
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

  const bases = rights.map((key): Guess => ({ key }))
  const singly: readonly ListName[] = [
    'versions',
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

  const lasts = ['dearBodies', 'dearSorted', 'printed'] as const

  /** Tries each mistake of a rank alone. */
  function tryAlone(rank: Rank, names: readonly ListName[] = singly): boolean {
    for (const name of names) {
      const turns = lists.ofRank(name, rank)
      if (turns.length > 0 && prober.canGoOn()) tried.add(familyOf(name))
      for (const turn of turns) {
        // A key replaces the base key. Every other change is tried with each valid key.
        for (const base of name === 'keys' ? bases.slice(0, 1) : bases.slice(0, leading)) {
          if (!prober.canGoOn()) return false
          if (isProved(turn.change(base))) return true
        }
      }
    }
    return false
  }

  /** Tries pairs whose ranks add up to this sum. */
  function tryPairs(among: typeof pairs, sum: Rank): boolean {
    for (const [first, second] of among) {
      if (!prober.canGoOn()) return false
      tried.add('pairs')
      for (const rank of ranks.slice(0, sum + 1))
        if (tryPair(lists.ofRank(first, rank), lists.ofRank(second, (sum - rank) as Rank))) return true
    }
    return false
  }

  /** Tries likely pairs: each change of the second list with the whole first list. */
  function tryLikelyPairs(among: typeof likelyPairs): boolean {
    const kept = budget.left() * (1 - likelyShare)
    for (const [firsts, seconds] of among) {
      for (const second of lists.all(seconds)) {
        for (const first of lists.all(firsts)) {
          if (!bases[0] || !budget.leaves(kept) || !prober.canGoOn()) return false
          tried.add('pairs')
          const half = first.change(bases[0])
          if (isProved(half && second.change(half)) || best) return true
        }
      }
    }
    return false
  }

  /** Tries a pair of lists with the first valid secret only. */
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

  /** Tries every millisecond of the header's second. */
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
    /** Tries each valid secret, allowing only mistakes in the signature's encoding. */
    asItIs(): Proof | undefined {
      if (recipe.method === 'hmac') tried.add('writings')
      for (const base of bases) if (isProved(base)) break
      return best
    },
    /** Tries single mistakes, then pairs. Rare mistakes come last, and only if nothing simpler fits. */
    changed(): Proof | undefined {
      budget.take(timeOf(counting, bodies.forms.counts()))
      // Cheap mistakes come first, so that a large body's budget covers all common mistakes.
      if (tryAlone(0) || tryAlone(1, ['firstBodies'])) return best
      if (!best && tryLikelyPairs(likelyEnds)) return best
      if (tryAlone(0, ['dearBodies']) || tryAlone(1, ['otherBodies', 'dearSorted'])) return best
      if (tryAlone(1, besides) || tryAlone(1, ['dearBodies']) || tryAlone(0, ['dearSchemes']) || best)
        return best
      if (recipe.method === 'password') return best
      if (tryMilliseconds() || tryLikelyPairs(likelyPairs) || tryAlone(2, ['bodies', 'keys'])) return best
      if (tryPairs(pairs, 0) || tryAlone(2, besides.filter((name) => name !== 'keys')) || tryAlone(2, lasts) || best) return best
      if (tryPairs(rarePairs, 0)) return best
      const all = [...pairs, ...rarePairs]
      if (!tryPairs(all, 1)) tryPairs(all, 2)
      return best
    },
  }
}
