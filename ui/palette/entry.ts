/** What the palette's entries are about, in the order in which they are offered before anything is typed. */
export const groups = {
  id: 'By its id',
  recent: 'Done last',
  thing: 'On what is open',
  filters: 'Saved filters',
  like: 'Like what is open',
  places: 'Go to',
  page: 'This page',
  clock: 'The sandbox and its clock',
  events: 'Events',
  scenarios: 'Scenarios',
  errors: 'Errors',
  faults: 'Faults',
  made: 'Subscriptions and endpoints',
  words: 'Search',
} as const
export type GroupName = keyof typeof groups

/** Something that the palette finds and does. */
export interface Entry {
  /** The same in every session, so that it can be remembered. */
  id: string
  group: GroupName
  title: string
  /** What it is about, in quiet words. */
  about?: string | undefined
  /** Other words that find it. */
  words?: string | undefined
  /** The key that does the same. */
  key?: string | undefined
  /** The same from a terminal; null where there is nothing to say. */
  command?: (() => string | null) | undefined
  /** What is asked before it is done. */
  asks?: { question: string; yes: string } | undefined
  run(): unknown
}

/** Entries that are about the same. */
export const inGroup = (group: GroupName, entries: readonly Omit<Entry, 'group'>[]): Entry[] =>
  entries.map((one) => ({ ...one, group }))
