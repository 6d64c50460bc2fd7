import type { Run, RunStep } from '../../server/wire.ts'
import type { Sign } from '../kit/format.ts'

/** A sign with a shape of its own, where its tone has none. */
type ShapedSign = Sign & { shape?: string }

const runSigns = {
  running: { tone: 'wait', text: 'running' },
  succeeded: { tone: 'good', text: 'succeeded' },
  failed: { tone: 'bad', text: 'failed' },
  stopped: { tone: 'quiet', text: 'stopped', shape: '■' },
} as const satisfies Record<Run['state'], ShapedSign>

/** A run's state in a word. */
export const runSign = ({ state, paused }: Pick<Run, 'state' | 'paused'>): ShapedSign =>
  state === 'running' && paused ? { tone: 'wait', text: 'paused' } : runSigns[state]

const stepSigns = {
  succeeded: { tone: 'good', text: 'succeeded', shape: '✓' },
  failed: { tone: 'bad', text: 'failed', shape: '✕' },
  running: { tone: 'wait', text: 'under way', shape: '◷' },
  skipped: { tone: 'quiet', text: 'skipped', shape: '–' },
  stopped: { tone: 'quiet', text: 'stopped', shape: '■' },
  pending: { tone: 'quiet', text: 'to come', shape: '·' },
} as const satisfies Record<RunStep['state'], ShapedSign>

/** A step's state: the word, and the shape that stands for it in a list. */
export const stepSign = ({ state }: Pick<RunStep, 'state'>) => stepSigns[state]

/** How many levels a step lies under others: 0 for `3`, 1 for `3.2`. */
export const stepDepth = (index: string): number => index.split('.').length - 1

/** How fast waits go by. */
export const speedWords = (speed: number | null): string =>
  speed === null ? 'as fast as it goes' : `×${speed}`

/** The time that a wait under way waits for; null for any other step. */
export const waitsUntil = ({ state, result }: Pick<RunStep, 'state' | 'result'>) =>
  state === 'running' ? (result.waits_until ?? null) : null

/** What came of a step on one line: ids cut to what tells them apart, times to the second. */
export const shortResult = ({ detail }: Pick<RunStep, 'detail'>): string =>
  (detail ?? '')
    .replace(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '$1…')
    .replace(/(T\d\d:\d\d:\d\d)\.\d+Z/g, '$1Z')
