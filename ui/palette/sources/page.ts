/** Palette entries for the page and the whole sandbox. */

import { joined, sandboxCurl } from '../../commands/curl.ts'
import { clockCommand, trafficCommand } from '../../commands/simulator-commands.ts'
import { demoMode, highContrast, theme, timesInUtc } from '../../kit/preferences.ts'
import { saveFrom } from '../../kit/save-file.ts'
import { request } from '../../live/api.ts'
import { clock } from '../../live/clock.ts'
import { health } from '../../live/health.ts'
import { pending } from '../../live/pending.ts'
import { attemptTo, say } from '../../live/refusal.ts'
import { undo } from '../../live/undo.ts'
import { go, place } from '../../place/navigation.ts'
import { everyDelivery } from '../../place/place.ts'
import { link } from '../../shell/keys/copying.ts'
import { orderClock, toDue } from '../../simulator/clock-moves.ts'
import { orderTraffic } from '../../simulator/orders.ts'
import { traffic } from '../../simulator/simulator.ts'
import { paused, setPaused } from '../../stream/stream.ts'
import type { Entry } from '../entry.ts'

async function reset(keep: ('subscriptions' | 'endpoints')[]): Promise<void> {
  if ((await attemptTo(request('POST', '/sandbox/reset', { body: { keep } }))) !== null)
    say(
      keep.length === 0
        ? 'The sandbox is empty.'
        : 'The sandbox is empty, except for subscriptions and endpoints.',
    )
}

const looks = { system: 'system', light: 'light', dark: 'dark' }

/** Changes to the look of the page and its list. */
export function pageEntries(): Entry[] {
  const { view, q, kind, grouped } = place.value
  const on = (id: string, title: string, run: () => unknown, more: Partial<Entry> = {}): Entry => ({
    id: `page:${id}`,
    group: 'page',
    title,
    run,
    ...more,
  })
  const isNarrowed = q !== '' || kind !== 'all' || Object.values(filters()).some((one) => one !== null)
  const taken = pending.value.at(-1)
  return [
    ...(taken ? [on('undo', `Undo: ${taken.said}`, () => undo(), { key: 'z', changes: 'takeBack' })] : []),
    on('pause', paused.value ? 'Resume' : 'Pause', () => setPaused(!paused.value), {
      key: 'p',
      words: 'go on follow stream hold',
      changes: 'streamPause',
    }),
    ...(view === 'stream'
      ? [
          on('group', grouped ? 'Ungroup the list' : 'Group by event', () => go({ grouped: !grouped }), {
            key: 'o',
            words: 'together',
          }),
        ]
      : []),
    ...(isNarrowed
      ? [on('clear', 'Clear the filter', () => go({ q: '', kind: 'all', ...cleared }), { words: 'show all' })]
      : []),
    on('link', 'Copy the link to this view', link, { key: 'y' }),
    ...Object.entries(looks)
      .filter(([name]) => name !== theme.value)
      .map(([name, look]) =>
        on(`theme-${name}`, `Use the ${look} theme`, () => {
          theme.value = name
        }),
      ),
    on(
      'contrast',
      highContrast.value ? 'Normal contrast' : 'High contrast',
      () => {
        highContrast.value = !highContrast.value
      },
      { words: 'theme' },
    ),
    on(
      'zone',
      timesInUtc.value ? 'Show times in local time' : 'Show times in UTC',
      () => {
        timesInUtc.value = !timesInUtc.value
      },
      { words: 'time zone clock' },
    ),
    on(
      'demo',
      demoMode.value ? 'Leave demo mode' : 'Demo mode',
      () => {
        demoMode.value = !demoMode.value
      },
      { about: 'large type, secrets hidden', words: 'present show' },
    ),
    ...(matchMedia('(pointer: coarse)').matches
      ? []
      : [
          on(
            'keys',
            'Show keyboard shortcuts',
            async () => (await import('../../kit/overlay.ts')).toggleOverlay('help'),
            { key: '?', words: 'help shortcuts keyboard' },
          ),
        ]),
  ]
}

const cleared = { endpoint: null, run: null, ...everyDelivery }
const filters = () => {
  const { endpoint, run, state, event, subscription } = place.value
  return { endpoint, run, state, event, subscription }
}

const steps = [
  ['1 s', '1s'],
  ['1 min', '1m'],
  ['1 h', '1h'],
  ['1 d', '1d'],
] as const

/** Actions on the sandbox as a whole: clock, traffic, data. */
export function sandboxEntries(): Entry[] {
  const on = (id: string, title: string, run: () => unknown, more: Partial<Entry> = {}): Entry => ({
    id: `sandbox:${id}`,
    group: 'clock',
    title,
    run,
    ...more,
  })
  const due = clock.value?.next_due ?? null
  return [
    ...(due === null
      ? []
      : [
          on(
            'due',
            'Advance the clock to the next due time',
            () => orderClock({ order: toDue, words: 'To the next due time' }),
            {
              words: 'retry attempt skip wait time',
              changes: 'clockAdvance',
              command: () => clockCommand(toDue() ?? { advance: '0' }),
            },
          ),
        ]),
    ...steps.map(([words, advance]) =>
      on(
        `advance-${advance}`,
        `Advance the clock by ${words}`,
        () => orderClock({ order: { advance }, words }),
        {
          words: 'step time forward skip',
          changes: 'clockAdvance',
          command: () => clockCommand({ advance }),
        },
      ),
    ),
    clock.value?.mode === 'manual'
      ? on('real', 'Return to real time', () => orderClock({ order: { mode: 'real' }, words: 'Real time' }), {
          words: 'let clock run resume',
          changes: 'clockMode',
          command: () => clockCommand({ mode: 'real' }),
        })
      : on(
          'manual',
          'Stop the clock',
          () => orderClock({ order: { mode: 'manual' }, words: 'Clock stopped' }),
          {
            words: 'manual time hold freeze step',
            changes: 'clockMode',
            command: () => clockCommand({ mode: 'manual' }),
          },
        ),
    (traffic.value?.rate ?? 0) > 0
      ? on('traffic-stop', 'Stop the traffic', () => orderTraffic({ rate: 0 }), {
          changes: 'traffic',
          command: () => trafficCommand({ rate: 0 }),
        })
      : on('traffic', 'Start traffic, 1 event a second', () => orderTraffic({ rate: 1 }), {
          words: 'load simulate',
          changes: 'traffic',
          command: () => trafficCommand({ rate: 1 }),
        }),
    on('save', 'Save the session as a file', () => saveFrom('/sandbox/session', 'session.json'), {
      about: 'all calls, events and deliveries, secrets included',
      words: 'export download record',
      command: () => joined(['export session.json']),
    }),
    on('captures', 'Export the captures as HAR', () => saveFrom('/sandbox/captures.har', 'captures.har'), {
      words: 'save download',
      command: () => joined(['capture har']),
    }),
    on(
      'captures-lines',
      'Export the captures as JSON lines',
      () => saveFrom('/sandbox/captures.jsonl', 'captures.jsonl'),
      {
        about: 'for a later import',
        words: 'save download jsonl import',
        command: () => joined(['capture export']),
      },
    ),
    on('reset', 'Reset the sandbox', () => reset([]), {
      about: `seed ${health.value?.seed ?? ''}`.trim(),
      words: 'empty clear delete everything',
      changes: 'reset',
      asks: {
        question: 'Delete all events, deliveries, captures, calls, subscriptions and endpoints?',
        yes: 'Reset',
      },
      command: () => joined(['reset']),
    }),
    on('reset-keep', 'Reset, keep subscriptions and endpoints', () => reset(['subscriptions', 'endpoints']), {
      words: 'empty clear delete everything',
      changes: 'reset',
      asks: {
        question: 'Delete all events, deliveries, captures and calls? Subscriptions and endpoints stay.',
        yes: 'Reset',
      },
      command: () => sandboxCurl('POST', '/sandbox/reset', { keep: ['subscriptions', 'endpoints'] }),
    }),
  ]
}
