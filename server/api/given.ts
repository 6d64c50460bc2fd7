import type { HttpBindings } from '@hono/node-server'

/** The two headers that identify a caller of the emulated API. */
export interface Key {
  authorization: string
  identity: string
}

/** A run that asks, by its id, and the pair that it acts with. */
export interface AskingRun {
  id: string
  pair: Key
}

/** What comes with a request besides itself: its connection, or inside this process the run that asks. */
export interface Given extends Partial<HttpBindings> {
  run?: AskingRun
}
