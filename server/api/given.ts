/** What a handler of the APIs knows about a request besides the request itself: its connection, its caller, its run. */
import type { HttpBindings } from '@hono/node-server'

/** The two headers that identify a caller of the emulated API. */
export interface Key {
  authorization: string
  identity: string
}

/** The run whose step makes a call: its id and the credentials that it uses. */
export interface AskingRun {
  id: string
  pair: Key
}

/** What accompanies a request: its connection, or the run inside this process that makes it. */
export interface Given extends Partial<HttpBindings> {
  run?: AskingRun
}
