/** The shape of a palette entry, and the groups of entries. */

import type { Change } from '../../server/words/changes.ts'

/** The groups in the order shown before any input. */
export const groups = {
  id: 'By id',
  recent: 'Recent',
  thing: 'Open record',
  filters: 'Saved filters',
  like: 'Similar records',
  places: 'Go to',
  objects: 'Objects',
  page: 'This page',
  clock: 'Sandbox and clock',
  events: 'Events',
  scenarios: 'Scenarios',
  errors: 'Errors',
  faults: 'Faults',
  made: 'Subscriptions and endpoints',
  words: 'Search',
} as const
export type GroupName = keyof typeof groups

/** Something that the palette finds and runs. */
export interface Entry {
  /** Stable across sessions, for the recent entries. */
  id: string
  group: GroupName
  title: string
  /** A short description. */
  about?: string | undefined
  /** Additional search words. */
  words?: string | undefined
  /** The key that does the same. */
  key?: string | undefined
  /** The equivalent command, or null if there is none. */
  command?: (() => string | null) | undefined
  /** The change of state, absent if the entry only shows something. */
  changes?: Change | undefined
  /** The confirmation before the entry runs. */
  asks?: { question: string; yes: string } | undefined
  run(): unknown
}

/** Adds the group to each entry. */
export const inGroup = (group: GroupName, entries: readonly Omit<Entry, 'group'>[]): Entry[] =>
  entries.map((one) => ({ ...one, group }))
