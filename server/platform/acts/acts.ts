/** Makes events happen in the emulated platform. */
import type { Key } from '../../api/given.ts'
import type { Transaction } from '../../database/writer.ts'
import { type EventName, type Faked, kinds } from '../../events/builders.ts'
import { schemaAt } from '../../events/overrides.ts'
import { Failure } from '../../failures.ts'
import type { Books } from '../books.ts'
import type { Doings } from '../doing.ts'
import { Refusal } from '../errors.ts'
import { isUuid } from '../fields.ts'
import { accountActs } from './accounts.ts'
import { autopayActs } from './autopay.ts'
import { cardActs } from './cards.ts'
import { customerActs } from './customers.ts'
import { kybActs } from './kyb.ts'
import { kycActs } from './kyc.ts'
import { factsOf, namedIn, refuseMissing, setAt } from './named.ts'
import { type Act, impossible, type Named, type Scene } from './scene.ts'
import { statementActs } from './statements.ts'
import { transactionActs } from './transactions.ts'

/** An event to bring about. */
export interface Cue {
  name: EventName
  /** Values by path. A value at the path of an object's id selects that object. */
  set: Record<string, unknown>
  force: boolean
  fake: Faked
  now: number
  runId: string | null
  /** The identity whose objects take part. Undefined means the sandbox's own, or the owner of the named object. */
  identity: string | undefined
}
/** An event that an act emitted: its payload without name and time. */
export interface Told {
  event: EventName
  at: number
  domain: Record<string, unknown>
}
/**
 * The result: the event happened, after the events in `before`; or nothing changed, and `facts` are the known values by
 * path.
 */
export type Brought =
  | { kind: 'happened'; before: Told[]; domain: Record<string, unknown> }
  | { kind: 'untouched'; facts: Record<string, unknown> }

/** Makes an event happen to the named object, to the newest suitable one, or to a new one. */
export function createActs({ books, doings, key }: { books: Books; doings: Doings; key: Key }) {
  function sceneOf(tx: Transaction, cue: Cue, named: Named, told: Told[]): Scene {
    const { name, set, force, fake, now, runId } = cue
    const identity = cue.identity ?? ownerOf(named) ?? key.identity
    const doing = doings(tx, { identity, now, runId })
    const at = (time: number) => ({
      ...doing,
      now: time,
      emit: (event: EventName, domain: Record<string, unknown>) =>
        void told.push({ event, at: time, domain }),
    })
    function wish(path: string): unknown {
      const value = setAt(set, path)
      if (value === undefined || schemaAt(kinds[name].schema, path)?.safeParse(value).success) return value
      // Without force, the schema refuses it later with a better message. With force, the event would differ from what
      // happened.
      return force ? impossible(`${path} is of the wrong form`) : undefined
    }
    return {
      books,
      doing: at(now),
      at,
      named,
      fake,
      wish,
      newId(path, isTaken) {
        const id = wish(path)
        if (typeof id !== 'string' || !isUuid(id)) return undefined
        return isTaken(id) ? impossible(`${path}: ${id} already exists`) : id.toLowerCase()
      },
    }
  }

  /** Makes the event happen in the transaction. Throws a Failure before any change if it cannot. */
  function happen(tx: Transaction, cue: Cue, named: Named): Brought {
    const told: Told[] = []
    try {
      acts[cue.name].play(sceneOf(tx, cue, named, told))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { Message, message } = error.body
      impossible(String(Message ?? message ?? error.message))
    }
    const own = told.findLastIndex(({ event }) => event === cue.name)
    const { domain } = told[own] ?? {}
    if (!domain) throw new Error(`The act of ${cue.name} emitted another event`)
    return { kind: 'happened', before: told.slice(0, own), domain }
  }

  return {
    /** With `force`, an impossible event leaves the platform unchanged. */
    bring(tx: Transaction, cue: Cue): Brought {
      const { name, set, force, identity } = cue
      const { named, missing } = namedIn({ books, identity }, acts[name], set)
      const untouched = (): Brought => ({ kind: 'untouched', facts: factsOf(name, named) })
      if (missing) return force ? untouched() : refuseMissing(missing, identity)
      if (!force) return happen(tx, cue, named)
      try {
        return tx.undoable(() => happen(tx, cue, named))
      } catch (error) {
        if (
          error instanceof Failure &&
          (error.code === 'event_impossible' || error.code === 'object_unknown')
        )
          return untouched()
        throw error
      }
    },
  }
}
export type Acts = ReturnType<typeof createActs>

/** The owner of the named objects. Refuses several owners. */
function ownerOf(named: Named): string | undefined {
  const [first, ...others] = Object.values(named).map(({ identity }: { identity: string }) => identity)
  if (others.some((one) => one !== first)) impossible('the named objects belong to several identities')
  return first
}

/** How each event of the catalogue is brought about. */
export const acts: Record<EventName, Act> = {
  ...cardActs,
  ...kycActs,
  ...kybActs,
  ...accountActs,
  ...statementActs,
  ...autopayActs,
  ...transactionActs,
  ...customerActs,
}
