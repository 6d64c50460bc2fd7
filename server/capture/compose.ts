import type { Sending } from '../delivery/sending.ts'
import { createExplainer } from './explainer.ts'
import { createJudge, type JudgeNeeds } from './judge.ts'
import { createMistakes } from './mistakes.ts'
import { createReceiver, type ReceiveNeeds } from './receive.ts'

/** Everything that receives: judging, explaining, answering. */
export function createReceiving(
  needs: JudgeNeeds &
    Omit<ReceiveNeeds, 'judge' | 'mistakes' | 'explainer' | 'comesFrom' | 'bodyLimit'> & {
      sender: Sending
      onTrouble(error: unknown): void
    },
) {
  const judge = createJudge(needs)
  const explainer = createExplainer({ ...needs, judge })
  const receive = createReceiver({
    ...needs,
    judge,
    explainer,
    mistakes: createMistakes(),
    comesFrom: needs.sender.comesFrom,
    bodyLimit: needs.config.body_limit_bytes,
  })
  return { judge, explainer, receive }
}
export type Receiving = ReturnType<typeof createReceiving>
