/** Puts together the parts that receive, judge, explain and answer requests. */
import type { Key } from '../api/given.ts'
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
import { createKnownSecrets } from './known-secrets.ts'
import type { SeenStore } from './mistakes/seen-store.ts'
import { createMistakes } from './mistakes.ts'
import { createReceiver } from './receive.ts'
import { createReplayer } from './replay/replayer.ts'
import { createAnswering } from './reply/answer.ts'
import { createDecision } from './reply/decide.ts'
import { createLimiter } from './reply/limiter.ts'
import type { CaptureStore } from './store.ts'

/** Creates the parts that receive, judge, explain and answer requests. */
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
  /** What the judge needs besides these. */
  known: Omit<JudgeNeeds, 'config' | 'clock' | 'outside' | 'recipes' | 'knownSecrets'>
  /** The credentials of the platform's API that the sandbox itself prints. */
  key: Key
  recorder: Recorder
  sender: Pick<Sending, 'comesFrom'>
  baseUrl(): string
  /** The real address of a URL. Undefined while a session is played and nothing is sent there. */
  route(url: string): string | undefined
  onTrouble(error: unknown): void
}) {
  const { config, clock, outside, ids, writer, recipes, endpoints, captures, exchanges, seen } = needs
  const { known, key, recorder, sender, baseUrl, route, onTrouble } = needs
  const ground = { config, clock, outside, ids, writer, recipes, endpoints, captures, exchanges, onTrouble }
  const knownSecrets = createKnownSecrets({ ...ground, key, subscriptions: known.subscriptions })
  const judge = createJudge({ ...ground, ...known, knownSecrets })
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
    knownSecrets,
    explainer,
    receive,
    recordUnread,
    replayer,
    /** Marks exchanges that a killed process left unfinished. Runs in a transaction. */
    recover: forwarder.recover,
    /** Ends delayed answers and forwards, and resets every limit, because the database is emptied. */
    forget() {
      limiter.forget()
      answering.forget()
      forwarder.forget()
    },
    /** Ends the requests that hang on purpose. */
    endHangs: answering.endHangs,
    /** Ends delayed answers and forwards for good. Fulfilled when those under way are recorded. */
    async stop() {
      await explainer.stop()
      await replayer.close()
      await forwarder.stop()
      answering.stop()
    },
  }
}
export type Receiving = ReturnType<typeof createReceiving>
