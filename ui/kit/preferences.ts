/** The settings that the browser remembers. */

import { type Signal, signal } from '@preact/signals'

/** A signal stored in the browser. If storage is denied, it lasts as long as the page. `from` checks what is stored. */
export function remembered<T>(name: string, initial: T, from = like(initial)): Signal<T> {
  const value = signal(read(name, initial, from))
  value.subscribe((now) => {
    try {
      localStorage.setItem(keyOf(name), JSON.stringify(now))
    } catch {
      // Private windows may deny storage. The value still applies to this page.
    }
  })
  return value
}

/** Increases when another tab stores something. */
export const storedElsewhere = signal(0)

/**
 * A remembered signal that all open tabs share. Others stay separate, because the reader may be moving them, such as
 * a divider.
 */
export function shared<T>(name: string, initial: T, from = like(initial)): Signal<T> {
  const value = remembered(name, initial, from)
  // Reads the stored value, not the event's: if two tabs write at once, both end with the later value.
  storedElsewhere.subscribe(() => {
    value.value = read(name, initial, from)
  })
  return value
}

const keyOf = (name: string) => `webhook-sandbox.${name}`

function like<T>(initial: T) {
  return (kept: unknown): T => (typeof kept === typeof initial ? (kept as T) : initial)
}

/** The texts of a stored list. */
export const textsOf = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []

function read<T>(name: string, initial: T, from: (kept: unknown) => T): T {
  try {
    return from(JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null'))
  } catch {
    return initial
  }
}

/** The list's share of the width beside a detail, 0 to 1. */
export const listShare = remembered<number>('list-share', 0.525)
export const stripDismissed = remembered<boolean>('strip-dismissed', false)
/** Whether the reader has seen the result of the first steps. The strip is then hidden on the next visit. */
export const stripRead = remembered<boolean>('strip-read', false)
if (stripRead.value) {
  stripDismissed.value = true
  stripRead.value = false
}
export const usesBuiltIn = remembered<boolean>('uses-built-in', false)
/** The language of the last generated handler. */
export const handlerLanguage = remembered<string>('handler-language', 'node-express')
/** Whether each header has an explanation. */
export const explainsHeaders = shared<boolean>('explains-headers', false)
/** The target of the last replay. */
export const replayUrl = remembered<string>('replay-url', '')

/** Whether to notify of failures while the page is hidden. The browser must also allow it. */
export const notifies = shared<boolean>('notifies', false)

export const themes = ['system', 'light', 'dark'] as const
/** One of `themes`. */
export const theme = shared<string>('theme', 'system')
/** More contrast than the system requests. */
export const highContrast = shared<boolean>('high-contrast', false)
/** Shows times in UTC instead of the reader's zone. */
export const timesInUtc = shared<boolean>('times-in-utc', false)
/** Large type and hidden secrets, for an audience. */
export const demoMode = shared<boolean>('demo-mode', false)
