/** Shows refusals as messages on the screen. */
import { StartError } from '../../failures.ts'
import type { ScreenState } from './state.ts'

/** Reads and changes the state. */
export interface Store {
  read(): ScreenState
  change(how: (state: ScreenState) => ScreenState): void
}

/** Runs work, and shows a refusal as a message. */
export async function tried({ change }: Store, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const text = `${error.message} ${error.fix}`
    change((state) => ({ ...state, message: { text, isBad: true } }))
  }
}
