/** The lists of changes that a search tries, by kind. */
import { type Pausable, runAtOnce } from '../../memory/in-slices.ts'
import { once } from '../../memory/once-for.ts'
import { bodyTurns, sentBodyTurn } from '../accidents/bodies.ts'
import { claimTurns } from '../accidents/body-claims.ts'
import { bodyForms } from '../accidents/body-forms.ts'
import { coveredHeaderTurns } from '../accidents/covered-headers.ts'
import { digestTurns } from '../accidents/digests.ts'
import { earlierTurns } from '../accidents/earlier.ts'
import { formTurns } from '../accidents/form-fields.ts'
import { frameTurns, versionTurns } from '../accidents/frames.ts'
import { identifierKeys } from '../accidents/identifiers.ts'
import { type MadeBodies, perTurn } from '../accidents/made-bodies.ts'
import { requestTurns } from '../accidents/requests.ts'
import { schemeTurns } from '../accidents/schemes.ts'
import { keyMistakes, mistakenKeys } from '../accidents/secrets.ts'
import { urlTurns } from '../accidents/urls.ts'
import { idTurns, timestampTurns } from '../accidents/values.ts'
import { hashedTurns, hashTurns, prehashedTurns, wholeTurns } from '../accidents/whole-contents.ts'
import { timeOf } from '../accidents/work.ts'
import type { Facts } from '../facts.ts'
import type { BodyTurn, DigestTurn, FrameTurn, KeyTurn, Rank } from './accident.ts'
import { type Budget, digestCost } from './budget.ts'
import type { ListName, Turn } from './pairs.ts'
import { perByteAnew, writesAnew } from './probe.ts'

/** How many secrets most mistakes are tried with. A signature without mistakes is tried with all secrets. */
export const leading = 3

/** Larger bodies and costlier rewritings (measured in signatures) wait for cheaper ones. Small bodies allow more cost. */
const [large, dear, dearOfSmall] = [20_000, 12, 40]

export const isLarge = (body: Buffer): boolean => body.length > large

/** From this cost in microseconds, JSON.stringify waits too. */
const dearOfNative = 2500

/** These mistakes use the secret as text. */
const ofSecretText: ReadonlySet<string> = new Set(['plain_hash', 'key_message_swapped'])

/** Mistakes that use the secret as text in a scheme that decodes it. */
const textual: ReadonlySet<string> = new Set(['secret_as_text'])

const keyTurn = (key: KeyTurn): Turn => ({
  rank: key.rank,
  change: ({ key: before, body, frames, digest }) =>
    before.accidents.length > 0 ? undefined : { key, body, frames, digest },
})
export const frameTurn = (turn: FrameTurn): Turn => ({
  rank: turn.rank,
  change: ({ key, body, frames, digest }) => ({
    key,
    body,
    frames: frames ? [...frames, turn] : [turn],
    digest,
  }),
})
const digestTurn = (digest: DigestTurn): Turn => ({
  rank: digest.rank,
  change: ({ key, body, frames }) => ({ key, body, frames, digest }),
})
const both = (one: Turn, other: Turn): Turn => ({
  rank: 0,
  change(guess) {
    const half = one.change(guess)
    return half && other.change(half)
  },
})

/** How many rewritings are sorted without a pause. */
const sortedAtOnce = 200

/** The rewritings of a body by cost, before any of them runs. */
type SortedBodies = Record<
  'all' | 'first' | 'other' | 'plain' | 'dear' | 'dearSorted' | 'ends' | 'plainEnds',
  Turn[]
>

/**
 * The changes that a search tries, by kind. Each list is created on first use, because most searches end within the
 * first lists.
 * @param strongest the label of the most significant signature
 */
export function createLists(facts: Facts, budget: Budget, bodies: MadeBodies, strongest: string) {
  const { recipes, recipe, presented, content, input } = facts
  const size = input.body.length
  const most = (isLarge(input.body) ? dear : dearOfSmall) * digestCost(size)

  const bodyTurn = (turn: BodyTurn): Turn => ({
    rank: turn.rank,
    change({ key, frames, digest }) {
      const bytes = bodies.by(turn)
      return bytes && { key, body: { turns: [turn], bytes }, frames, digest }
    },
  })
  /** A change in addition to another change of the body. */
  const endTurn = (turn: BodyTurn): Turn => ({
    rank: turn.rank,
    change({ body, ...guess }) {
      if (!body || !budget.take(perTurn + timeOf(turn.work, bodies.forms.counts()))) return undefined
      const forms = bodyForms(body.bytes)
      if (turn.applies?.(forms) === false) return undefined
      const bytes = turn.make(forms, { most: 0, wasExceeded: () => undefined })
      // A change without effect would be claimed beside the true one.
      if (bytes?.equals(body.bytes)) return undefined
      return bytes && { ...guess, body: { turns: [...body.turns, turn], bytes } }
    },
  })

  // A wrong password is compared as text, which finds its mistake without a search.
  const mistaken = once(() =>
    recipe.method === 'password' ? [] : mistakenKeys(recipe, input.secrets.slice(0, leading)),
  )
  const identified = once(() =>
    identifierKeys(recipe, input.secrets[0], { content, presented, identifiers: input.identifiers }),
  )
  function* sortedBodies(): Pausable<SortedBodies> {
    const turns = recipe.method === 'password' ? [] : bodyTurns(input.body, content)
    const found: SortedBodies = {
      all: [],
      first: [],
      other: [],
      plain: [],
      dear: [],
      dearSorted: [],
      ends: [],
      plainEnds: [],
    }
    for (const [at, turn] of turns.entries()) {
      if (at % sortedAtOnce === sortedAtOnce - 1) yield
      const time = bodies.timeFor(turn)
      const made = bodyTurn(turn)
      if (time > (turn.isNative ? dearOfNative : most))
        (turn.needs === 'sorted' ? found.dearSorted : found.dear).push(made)
      else {
        found.all.push(made)
        const isFirst = turn.isPlain === true || time < 4 * digestCost(size)
        ;(isFirst ? found.first : found.other).push(made)
        if (turn.isPlain) found.plain.push(made)
      }
      if (!turn.isEnd) continue
      const end = endTurn(turn)
      found.ends.push(end)
      if (turn.isPlain) found.plainEnds.push(end)
    }
    found.all.push(...sentBodyTurn(input.body, input.sentBody).map(bodyTurn))
    return found
  }
  let sorted: SortedBodies | undefined
  const ofBodies = () => (sorted ??= runAtOnce(sortedBodies()))
  const frames = once(() => [
    ...frameTurns(recipe),
    ...wholeTurns(recipe),
    ...formTurns(recipe, content),
    ...requestTurns(recipe, content),
  ])
  const textKeys = once(() =>
    mistaken()
      .filter(({ accidents: [one] }) => one && textual.has(one.cause))
      .map(keyTurn),
  )
  const schemes = once(() => schemeTurns(recipes, recipe))
  const isDearScheme = ({ signs }: FrameTurn) =>
    size * perByteAnew > most && signs !== undefined && writesAnew(signs, content.contentType)
  const parsed = () => (size <= 20_000 ? bodies.forms.json()?.value : undefined)

  const makers: Record<ListName, () => Turn[]> = {
    keys: () => [...mistaken(), ...identified()].map(keyTurn),
    earlier: () => earlierTurns(recipe, content, input.earlier).map(frameTurn),
    keyForms: () =>
      keyMistakes(recipe).map(
        ({ rank, make }): Turn => ({
          rank,
          change(guess) {
            const key = make(guess.key)
            return key && { ...guess, key }
          },
        }),
      ),
    bodies: () => ofBodies().all,
    firstBodies: () => ofBodies().first,
    otherBodies: () => ofBodies().other,
    plainBodies: () => ofBodies().plain,
    dearSorted: () => ofBodies().dearSorted,
    dearBodies: () => ofBodies().dear,
    ends: () => ofBodies().ends,
    plainEnds: () => ofBodies().plainEnds,
    frames: () => frames().map(frameTurn),
    values: () => {
      const body = parsed()
      return [
        ...timestampTurns(recipe, presented, content, body),
        ...idTurns(recipe, presented, content, body),
      ].map(frameTurn)
    },
    headers: () =>
      [...coveredHeaderTurns(recipe, presented, content), ...claimTurns(recipe, content)].map(frameTurn),
    urls: () => urlTurns(recipe, content).map(frameTurn),
    digests: () => [
      ...digestTurns(recipe).map(digestTurn),
      ...[...hashedTurns(recipe), ...hashTurns(recipe), ...prehashedTurns(recipe)].map(frameTurn),
    ],
    textKeys,
    bodyAlone: () => {
      const alone = frames().filter(({ accident }) => accident.cause === 'body_only_signed')
      const turns = alone.map(frameTurn)
      return [...turns, ...textKeys().flatMap((key) => turns.map((turn) => both(key, turn)))]
    },
    keylessDigests: () =>
      digestTurns(recipe)
        .filter(({ accident, rank }) => ofSecretText.has(accident.cause) && rank < 2)
        .map((turn) => ({ ...digestTurn(turn), rank: 0 })),
    versions: () => versionTurns(recipe, strongest).map(frameTurn),
    schemes: () =>
      schemes()
        .filter((turn) => !isDearScheme(turn))
        .map(frameTurn),
    dearSchemes: () => schemes().filter(isDearScheme).map(frameTurn),
  }

  const kept: Partial<Record<ListName, Record<Rank, Turn[]> & { all: Turn[] }>> = {}
  function listOf(name: ListName) {
    const known = kept[name]
    if (known) return known
    const all = makers[name]()
    const ofRank = (rank: Rank) => all.filter((turn) => turn.rank === rank)
    const made = { all, 0: ofRank(0), 1: ofRank(1), 2: ofRank(2), 3: ofRank(3) }
    kept[name] = made
    return made
  }
  return {
    /** Sorts the thousands of rewritings of a body, with pauses. Otherwise their first use does it at once. */
    *prepare(): Pausable<void> {
      sorted ??= yield* sortedBodies()
    },
    all: (name: ListName): readonly Turn[] => listOf(name).all,
    ofRank: (name: ListName, rank: Rank): readonly Turn[] => listOf(name)[rank],
  }
}
