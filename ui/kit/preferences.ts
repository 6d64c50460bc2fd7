/** The settings that the browser remembers. */

import { type Signal, signal } from '@preact/signals'

type Kept = boolean | number | string

/** A signal stored in the browser. If storage is denied, it lasts as long as the page. */
export function remembered<T extends Kept>(name: string, initial: T): Signal<T> {
  const value = signal(read(name, initial))
  value.subscribe((now) => {
    try {
      localStorage.setItem(keyOf(name), JSON.stringify(now))
    } catch {
      // Private windows may deny storage. The value still applies to this page.
    }
  })
  return value
}

/**
 * A remembered signal that all open tabs share. Others stay separate, because the reader may be moving them, such as
 * a divider.
 */
function shared<T extends Kept>(name: string, initial: T): Signal<T> {
  const value = remembered(name, initial)
  // Reads the stored value, not the event's: if two tabs write at once, both end with the later value.
  globalThis.addEventListener?.('storage', () => {
    value.value = read(name, initial)
  })
  return value
}

const keyOf = (name: string) => `webhook-sandbox.${name}`

function read<T extends Kept>(name: string, initial: T): T {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
    return typeof kept === typeof initial ? (kept as T) : initial
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
