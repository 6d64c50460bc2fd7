/** Loads the dividers between days. */
import { signal } from '@preact/signals'
import { dayOf } from '../kit/time.ts'

/** The dividers between days. Their code loads when a row of another day than today is drawn. */
export const dividers = signal<typeof import('./dividers.tsx') | null>(null)

/** Loads the dividers, if a row of this time needs them. */
export function divideFor(at: string): void {
  if (dividers.peek() === null && dayOf(at) !== dayOf(Date.now()))
    void import('./dividers.tsx').then(
      (loaded) => {
        dividers.value = loaded
      },
      () => {},
    )
}
