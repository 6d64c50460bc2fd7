import type { Event } from '../../server/wire.ts'

/** The order that fires an event once more with its very payload, which may be one that its schema refuses. */
export const sameEvent = ({ event, payload }: Event) => ({ event, payload, force: true })
