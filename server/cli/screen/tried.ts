import { StartError } from '../../failures.ts'
import type { ScreenState } from './state.ts'

/** Where the state is, and how it is changed. */
export interface Store {
  read(): ScreenState
  change(how: (state: ScreenState) => ScreenState): void
}

/** Does something that may be refused; a refusal is shown. */
export async function tried({ change }: Store, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const text = `${error.message} ${error.fix}`
    change((state) => ({ ...state, message: { text, isBad: true } }))
  }
}
