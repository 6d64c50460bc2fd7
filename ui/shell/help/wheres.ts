/** Where a key does what it does. */
export const wheres = {
  everywhere: 'Everywhere',
  going: 'Going elsewhere',
  list: 'In a list',
  stream: 'In the stream',
  thing: 'On an event, a delivery, a capture or a call',
  detail: 'In a detail with tabs',
  errors: 'On an error code',
  made: 'Among subscriptions and endpoints',
  simulate: 'In the simulator',
} as const
export type Where = keyof typeof wheres
