/** Signs and short texts for runs and their steps. */

import type { Run, RunStep } from '../../server/wire.ts'
import type { Sign } from '../kit/format.ts'

/** A sign with its own shape. */
type ShapedSign = Sign & { shape?: string }

const runSigns = {
  running: { tone: 'wait', text: 'running' },
  succeeded: { tone: 'good', text: 'succeeded' },
  failed: { tone: 'bad', text: 'failed' },
  stopped: { tone: 'quiet', text: 'stopped', shape: '■' },
} as const satisfies Record<Run['state'], ShapedSign>

export const runSign = ({ state, paused }: Pick<Run, 'state' | 'paused'>): ShapedSign =>
  state === 'running' && paused ? { tone: 'wait', text: 'paused' } : runSigns[state]

const stepSigns = {
  succeeded: { tone: 'good', text: 'succeeded', shape: '✓' },
  failed: { tone: 'bad', text: 'failed', shape: '✕' },
  running: { tone: 'wait', text: 'under way', shape: '◷' },
  skipped: { tone: 'quiet', text: 'skipped', shape: '–' },
  stopped: { tone: 'quiet', text: 'stopped', shape: '■' },
  pending: { tone: 'quiet', text: 'pending', shape: '·' },
} as const satisfies Record<RunStep['state'], ShapedSign>

/** The state of a step as a word and a shape. */
export const stepSign = ({ state }: Pick<RunStep, 'state'>) => stepSigns[state]

/** The nesting depth of a step: 0 for `3`, 1 for `3.2`. */
export const stepDepth = (index: string): number => index.split('.').length - 1

/** The speed of waits, in words. */
export const speedWords = (speed: number | null): string =>
  speed === null ? 'as fast as possible' : `×${speed}`

/** The end time of a running wait, or null. */
export const waitsUntil = ({ state, result }: Pick<RunStep, 'state' | 'result'>) =>
  state === 'running' ? (result.waits_until ?? null) : null

/** The result of a step on one line, with short ids and times in seconds. */
export const shortResult = ({ detail }: Pick<RunStep, 'detail'>): string =>
  (detail ?? '')
    .replace(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '$1…')
    .replace(/(T\d\d:\d\d:\d\d)\.\d+Z/g, '$1Z')
