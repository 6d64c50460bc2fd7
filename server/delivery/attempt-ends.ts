import type { Sent } from '../client/send.ts'
import type { Transaction } from '../database/writer.ts'
import type { Ending } from './aftermath.ts'
import type { AttemptRecord, AttemptStore } from './attempts.ts'
import { tellEnd } from './news.ts'

/** Writes down how attempts ended, and tells of it, once each. */
export function createAttemptEnds({ attempts }: { attempts: AttemptStore }) {
  /** `mayBeKnown`: it left together with others, so that it may have been written down before them. */
  function end(
    tx: Transaction,
    record: AttemptRecord,
    sent: Ending,
    { mayBeKnown }: { mayBeKnown: boolean },
  ) {
    if (mayBeKnown && attempts.at(record.seq)?.outcome !== null) return
    attempts.finish(record.seq, sent)
    tellEnd(tx, attempts, record, sent)
  }

  return {
    end,
    /** Writes down those of a claim's attempts that have ended, while others go on; `sents` stand in their places. */
    endSome(
      tx: Transaction,
      claim: { attempts: readonly { record: AttemptRecord }[] },
      sents: readonly (Sent | undefined)[],
    ) {
      for (const [place, { record }] of claim.attempts.entries()) {
        const sent = sents[place]
        if (sent) end(tx, record, sent, { mayBeKnown: true })
      }
    },
  }
}
