import type { Sending } from '../delivery/sending.ts'
import { createExplainer } from './explainer.ts'
import { createForwarder, type ForwarderNeeds } from './forward/forwarder.ts'
import { createJudge, type JudgeNeeds } from './judge.ts'
import type { SeenStore } from './mistakes/seen-store.ts'
import { createMistakes } from './mistakes.ts'
import { createReceiver, type ReceiveNeeds } from './receive.ts'
import { createReplayer } from './replay/replayer.ts'
import { createAnswering } from './reply/answer.ts'
import { createDecision } from './reply/decide.ts'
import { createLimiter } from './reply/limiter.ts'

/** Everything that receives: judging, explaining, answering. */
export function createReceiving(
  needs: JudgeNeeds &
    Omit<ForwarderNeeds, 'world'> &
    Omit<
      ReceiveNeeds,
      'judge' | 'look' | 'explainer' | 'decide' | 'answering' | 'forwarder' | 'comesFrom' | 'bodyLimit'
    > & {
      sender: Sending
      seen: SeenStore
      onTrouble(error: unknown): void
    },
) {
  const judge = createJudge(needs)
  const explainer = createExplainer({ ...needs, judge })
  const limiter = createLimiter(needs)
  const answering = createAnswering(needs)
  const forwarder = createForwarder({ ...needs, world: answering.world })
  const replayer = createReplayer(needs)
  const { receive, recordUnread } = createReceiver({
    ...needs,
    judge,
    explainer,
    answering,
    forwarder,
    decide: createDecision({ limiter, forwarder }),
    look: createMistakes({ ...needs, judge }),
    comesFrom: (port) => needs.sender.comesFrom(port) || replayer.comesFrom(port),
    bodyLimit: needs.config.body_limit_bytes,
  })
  return {
    judge,
    explainer,
    receive,
    recordUnread,
    replayer,
    /** Marks what the end of an earlier life cut; part of a transaction. */
    recover: forwarder.recover,
    /** Cuts what is held back or under way, and has every limit begin anew: the database is emptied. */
    forget() {
      limiter.forget()
      answering.forget()
      forwarder.forget()
    },
    /** Ends what is never answered. */
    endHangs: answering.endHangs,
    /** Cuts what is held back or under way, for good; fulfilled when what was under way is written down. */
    async stop() {
      await explainer.stop()
      await replayer.close()
      await forwarder.stop()
      answering.stop()
    },
  }
}
export type Receiving = ReturnType<typeof createReceiving>
