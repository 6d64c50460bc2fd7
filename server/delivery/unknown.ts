import { fail } from '../failures.ts'

/** Refuses an id that no delivery has. That of an event is told as such: both stand beside each other where one is fired. */
export const failUnknown = (id: string): never =>
  fail(
    'delivery_unknown',
    `No delivery has the id ${id}.`,
    /^evt_\w+$/.test(id)
      ? `It is that of an event: GET /sandbox/deliveries?q=${id} lists its deliveries.`
      : undefined,
  )
