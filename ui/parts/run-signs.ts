import type { Run, RunStep } from '../../server/wire.ts'
import type { Sign } from './format.ts'

/** A run's state in a word. */
export function runSign({ state, paused }: Pick<Run, 'state' | 'paused'>): Sign {
  switch (state) {
    case 'running':
      return { tone: 'wait', text: paused ? 'paused' : 'running' }
    case 'succeeded':
      return { tone: 'good', text: 'succeeded' }
    case 'failed':
      return { tone: 'bad', text: 'failed' }
    case 'stopped':
      return { tone: 'quiet', text: 'stopped' }
  }
}

/** A step's state: the word, and the shape that stands for it in a list. */
export function stepSign({ state }: Pick<RunStep, 'state'>): Sign & { shape: string } {
  switch (state) {
    case 'succeeded':
      return { tone: 'good', text: 'succeeded', shape: '✓' }
    case 'failed':
      return { tone: 'bad', text: 'failed', shape: '✕' }
    case 'running':
      return { tone: 'wait', text: 'under way', shape: '◷' }
    case 'skipped':
      return { tone: 'quiet', text: 'skipped', shape: '–' }
    case 'stopped':
      return { tone: 'quiet', text: 'stopped', shape: '■' }
    case 'pending':
      return { tone: 'quiet', text: 'to come', shape: '·' }
  }
}

/** How many levels a step lies under others: 0 for `3`, 1 for `3.2`. */
export const stepDepth = (index: string): number => index.split('.').length - 1

/** How fast waits go by. */
export const speedWords = (speed: number | null): string =>
  speed === null ? 'as fast as it goes' : `×${speed}`
