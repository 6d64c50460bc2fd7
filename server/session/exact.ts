/** Tells whether a session ran on a manual clock throughout. */
import type { Session } from './session.ts'

/** Whether the clock was manual from before the first request until the end, so that all times follow from the requests. */
export function clockStood({ clock, inputs }: Pick<Session, 'clock' | 'inputs'>): boolean {
  let { mode } = clock
  for (const { path, body, clock_after } of inputs) {
    if (path.startsWith('/sandbox/clock') && clock_after !== null) {
      const ordered = modeIn(body)
      if (ordered === 'real') return false
      mode = ordered ?? mode
    }
    if (mode === 'real') return false
  }
  return mode === 'manual'
}

/** The mode that an order to the clock sets. */
function modeIn(body: string | null): 'real' | 'manual' | undefined {
  const { mode } = (body ? JSON.parse(body) : {}) as { mode?: 'real' | 'manual' }
  return mode
}
