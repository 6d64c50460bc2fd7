/** Connects the page with the sandbox: first lists, live frames, reconnection. */

import { computed, effect } from '@preact/signals'
import type { AttemptRow, Clock, Frame, FrameData, FrameKind } from '../../server/wire.ts'
import { takeCheck } from '../check/checks.ts'
import { noteCodes, readErrors, takeArmed } from '../errors/errors.ts'
import { readFaults, takeFaultRule } from '../faults/faults.ts'
import { createPace, createTimer, throttle } from '../kit/pace.ts'
import { lastRefused } from '../live/api.ts'
import { setClock } from '../live/clock.ts'
import { type Entry, entryOf } from '../live/entries.ts'
import { frameListeners, newsListeners } from '../live/frames.ts'
import { failing, health, readHealth, recount } from '../live/health.ts'
import { createLive } from '../live/live.ts'
import { pending } from '../live/pending.ts'
import { followLink } from '../live/refusal.ts'
import { getHealth, type Kind } from '../live/routes.ts'
import { servedAt } from '../live/served.ts'
import { countCaptures, readSettings, takeEndpoint, takeSubscription } from '../live/settings.ts'
import { forgetTold, takeTold } from '../live/told.ts'
import { openAtReset, touch, touched, touchGone } from '../live/touched.ts'
import { place, question } from '../place/navigation.ts'
import { askClock } from '../simulator/clock-asking.ts'
import { readSimulator, takeRun, takeTraffic } from '../simulator/simulator.ts'
import { isSandboxAsked, totalOf } from '../stream/asked.ts'
import { followGrouping } from '../stream/drawn.ts'
import { lookAt } from '../stream/looking.ts'
import { followPlace } from '../stream/selection.ts'
import { hidden, noteTotal, total } from '../stream/span.ts'
import {
  drop,
  following,
  listsRead,
  loadProblem,
  readAgain,
  refresh,
  reload,
  searchLag,
  take,
  version,
} from '../stream/stream.ts'
import { noteAttempts } from '../stream/under-way.ts'

/** How the short lists take in the live frames of their records. */
const takers: { [K in FrameKind]?: (data: FrameData[K]) => void } = {
  clock: takeClock,
  endpoint: takeEndpoint,
  subscription: takeSubscription,
  armed_error: takeArmed,
  fault_rule: takeFaultRule,
  run: takeRun,
  check: takeCheck,
  traffic: takeTraffic,
}

function takeClock(told: Clock): void {
  const at = performance.now()
  takeTold(() => setClock(told, at))
}

const readShort = () => Promise.all([readSettings(), readErrors(), readFaults(), readSimulator()])

/** Connects the page: first lists by `start`, then live updates by `listen`. */
export function createSession() {
  const searchAgain = throttle(1000, refresh)
  let waiting: Frame[] = []
  const inFrame = createPace()
  const late = createTimer()
  /** Whether everything is reloading because another database responds. */
  let isAnew = false

  function flush(): void {
    late.clear()
    if (waiting.length === 0) return
    const frames = waiting
    waiting = []
    for (const listen of frameListeners) listen(frames)
    const fresh: Entry[] = []
    const attempts: AttemptRow[] = []
    const caught = new Map<string, number>()
    const codes: string[] = []
    const gone: string[] = []
    for (const frame of frames) {
      if (frame.kind === 'call' && frame.data.error_code !== null) codes.push(frame.data.error_code)
      if (frame.kind === 'attempt') attempts.push(frame.data)
      else if (frame.kind === 'gap') void (isAnew || startOver(readAgain))
      else if (frame.kind === 'reset') {
        // A reset deletes everything before it.
        for (const list of [fresh, attempts, codes, gone]) list.length = 0
        caught.clear()
        forgetTold()
        void startEmpty()
      } else if (frame.kind === 'hello') void (isAnew || greet())
      else if (frame.kind === 'capture') {
        const { seq, data } = frame
        if ('deleted' in data) gone.push(data.id)
        else {
          // An update of a known record has a number of its own.
          if (data.seq === seq) caught.set(data.endpoint, (caught.get(data.endpoint) ?? 0) + 1)
          fresh.push(entryOf('capture', data))
        }
      } else if (frame.kind === 'event' || frame.kind === 'delivery' || frame.kind === 'call')
        fresh.push(entryOf<Kind>(frame.kind, frame.data))
      else takers[frame.kind]?.(frame.data as never)
    }
    isAnew = false
    if (frames.length > 0 && place.value.section === 'clock') askClock()
    countCaptures(caught)
    noteCodes(codes)
    if (fresh.length + attempts.length > 0) takeIn(fresh, attempts)
    // Removals come last, because a record may come and go within one frame.
    if (gone.length === 0) return
    drop(gone)
    touchGone(gone)
    recount()
  }

  function takeIn(fresh: readonly Entry[], attempts: readonly AttemptRow[]): void {
    noteAttempts(attempts)
    take(fresh, attempts)
    touch(fresh, attempts)
    lookAt(fresh)
    for (const listen of newsListeners) listen(fresh)
    recount()
    if (isSandboxAsked(question.value)) searchAgain()
  }

  async function startOver(readStream: () => Promise<void>): Promise<void> {
    await Promise.all([readHealth(), readShort(), readStream()])
    touched.value++
  }

  function startEmpty(): Promise<void> {
    openAtReset.value = place.value.open
    if (pending.peek().length > 0)
      void import('../live/undo.ts').then(({ forgetDeletions }) => forgetDeletions())
    hidden.value = []
    return startOver(reload)
  }

  /** Whether the socket was connected before. */
  let wasGreeted = false

  /** After a reconnection, another sandbox or other settings may respond. */
  async function greet(): Promise<void> {
    // The list loads first, because the sandbox handles requests in order.
    await listsRead()
    const isFirst = !wasGreeted && health.value !== null && loadProblem.value === null
    wasGreeted = true
    // The page came with everything else.
    if (isFirst) return void (await readShort())
    const seed = health.value?.seed
    await Promise.all([readHealth(), readShort()])
    if (seed !== undefined && health.value?.seed !== seed) await startOver(reload)
    else if (loadProblem.value !== null) await readAgain()
    // Reloads what failed to load while the sandbox was unavailable.
    touched.value++
  }

  const live = createLive({
    onFrames(frames) {
      waiting.push(...frames)
      if (late.isSet()) return
      if (!document.hidden) inFrame(flush)
      // A background page gets no animation frames, including those requested earlier.
      late.set(500, flush)
    },
    onReplaced() {
      // All listeners treat the change as a reset: earlier records are gone, and ids may repeat.
      waiting = [{ seq: 0, kind: 'reset', data: { kept: [] } }]
      isAnew = true
    },
    isAnswering: async () => (await getHealth()).ok,
  })
  /** Loads the list again whenever the filter changes. Resolves after the first lists. */
  async function start(): Promise<void> {
    for (const follow of [followLink, followPlace, followGrouping, noteTotal]) effect(follow)
    const known = readHealth()
    if (servedAt() === null) await known
    effect(() => {
      // A failed write sends no frame, so the page asks.
      if (lastRefused.value?.code === 'storage') recount()
    })
    effect(() => {
      // The sandbox still counts records whose deletion can be undone.
      total.value = hidden.value.length > 0 ? null : totalOf(question.value, health.value)
    })
    let failedBefore = 0
    effect(() => {
      // A delivery that is resolved by a later one does not change itself.
      const isFewer = failing.value < failedBefore
      failedBefore = failing.value
      if (isFewer && question.peek().kind === 'failed' && following.peek()) void reload()
    })
    computed(() => JSON.stringify(question.value)).subscribe(() => void reload())
    effect(() => {
      version.value
      // No frame says that the search index has caught up.
      if (searchLag.value > 0) searchAgain()
    })
    await Promise.all([known, listsRead()])
  }

  return {
    start,
    /** Starts live updates exactly after the first lists. */
    listen: () => live.start(servedAt() ?? health.value?.seq ?? 0),
  }
}
