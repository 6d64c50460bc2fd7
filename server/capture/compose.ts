import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Ids } from '../database/ids.ts'
import type { Writer } from '../database/writer.ts'
import type { Sending } from '../delivery/sending.ts'
import type { Recorder } from '../inputs/recorder.ts'
import type { Outside } from '../outside.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { EndpointStore } from './endpoints.ts'
import type { ExchangeStore } from './exchanges/store.ts'
import { createExplainer } from './explainer.ts'
import { createForwarder } from './forward/forwarder.ts'
import { createJudge, type JudgeNeeds } from './judge.ts'
import type { SeenStore } from './mistakes/seen-store.ts'
import { createMistakes } from './mistakes.ts'
import { createReceiver } from './receive.ts'
import { createReplayer } from './replay/replayer.ts'
import { createAnswering } from './reply/answer.ts'
import { createDecision } from './reply/decide.ts'
import { createLimiter } from './reply/limiter.ts'
import type { CaptureStore } from './store.ts'

/** Everything that receives: judging, explaining, answering. */
export function createReceiving(needs: {
  config: Config
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  recipes: Recipes
  endpoints: EndpointStore
  captures: CaptureStore
  exchanges: ExchangeStore
  seen: SeenStore
  /** What the judge looks at beside these. */
  known: Pick<JudgeNeeds, 'subscriptions' | 'events' | 'deliveries' | 'ledger' | 'endpointOf' | 'replaying'>
  recorder: Recorder
  sender: Pick<Sending, 'comesFrom'>
  baseUrl(): string
  /** Where an address is really found; undefined for one that nothing is sent to, since a session is played again. */
  route(url: string): string | undefined
  onTrouble(error: unknown): void
}) {
  const { config, clock, outside, ids, writer, recipes, endpoints, captures, exchanges, seen } = needs
  const { known, recorder, sender, baseUrl, route, onTrouble } = needs
  const ground = { config, clock, outside, ids, writer, recipes, endpoints, captures, exchanges, onTrouble }
  const judge = createJudge({ ...ground, ...known })
  const explainer = createExplainer({ ...ground, judge })
  const limiter = createLimiter({ clock })
  const answering = createAnswering({ clock, outside })
  const forwarder = createForwarder({ ...ground, route, world: answering.world })
  const replayer = createReplayer({ ...ground, route })
  const { receive, recordUnread } = createReceiver({
    ...ground,
    judge,
    explainer,
    recorder,
    answering,
    forwarder,
    decide: createDecision({ limiter, forwarder }),
    look: createMistakes({ seen, recipes, judge }),
    comesFrom: (port) => sender.comesFrom(port) || replayer.comesFrom(port),
    bodyLimit: config.body_limit_bytes,
    baseUrl,
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
