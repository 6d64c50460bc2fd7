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

/** How much of what is left goes to the pairs that are likely, so that many secrets leave something to the others. */
const likelyShare = 1 / 6

/** What it takes to count what is in a body, and to have memory for so many bytes again and again. */
const counting: Work = { byte: 0.003, letter: 0.008, token: 0.009 }

const ranks = [0, 1, 2] as const

/** Searches one reading of the headers; what was tried is told by families. */
export function createSearch(facts: Facts, budget: Budget, tried: Set<AccidentFamily>) {
  const { recipe, presented, content, input } = facts
  const prober = createProbe(recipe, presented, content, budget)
  const rights = rightKeys(recipe, input.secrets)
  let best: Proof | undefined

  /** Whether it gave a signature with nothing else wrong, so that there is nothing simpler to be found. */
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
    // What signatures of a large body are left are few; the likely rewriting is one of them.
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

  /** Every accident of a rank alone. */
  function tryAlone(rank: Rank, names: readonly ListName[] = singly): boolean {
    for (const name of names) {
      const turns = lists.ofRank(name, rank)
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
  function tryPairs(among: typeof pairs, sum: Rank): boolean {
    for (const [first, second] of among) {
      if (!prober.canGoOn()) return false
      tried.add('pairs')
      for (const rank of ranks.slice(0, sum + 1))
        if (tryPair(lists.ofRank(first, rank), lists.ofRank(second, (sum - rank) as Rank))) return true
    }
    return false
  }

  /** What is likely to happen together, each of the second kind with all of the first. */
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
