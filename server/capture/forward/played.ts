import { notSent } from '../../client/send.ts'
import type { HeaderPair } from '../../wire.ts'

/** The result of a request while a session is replayed: nothing is sent. */
export const played = notSent({ kind: 'blocked', code: 'session_played', address: null })

/**
 * What an endpoint says in its answer where a session is played again and it would have passed a request on: what was answered
 * then, the record of the session knows.
 */
export const notPassedOn: HeaderPair = ['sandbox-forward', 'played']

export const isNotPassedOn = (headers: readonly (readonly string[])[]): boolean =>
  headers.some(([name = '', value]) => name.toLowerCase() === 'sandbox-forward' && value === 'played')
