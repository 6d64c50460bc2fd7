// Next.js loads each route apart, and only the global object is the same for all.
globalThis.cards ??= new Map()

/** Each card that was created, by the id of its event. A real app keeps them in its database. */
export const { cards } = globalThis
