import { type Signal, signal } from '@preact/signals'

type Kept = boolean | number | string

/** A signal that this browser remembers. Where storage is refused, it lasts as long as the page. */
export function remembered<T extends Kept>(name: string, initial: T): Signal<T> {
  const value = signal(read(name, initial))
  value.subscribe((now) => {
    try {
      localStorage.setItem(keyOf(name), JSON.stringify(now))
    } catch {
      // Private windows may refuse storage; the value still holds for this page.
    }
  })
  return value
}

/** One that every open tab follows. The others are left to their tabs: they are under a hand there, as a divider is. */
function shared<T extends Kept>(name: string, initial: T): Signal<T> {
  const value = remembered(name, initial)
  // Read anew, whatever the event says: of two tabs that change it at once, the later one holds in both.
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

/** The share of a list beside a detail, 0 to 1. */
export const listShare = remembered<number>('list-share', 0.525)
export const stripDismissed = remembered<boolean>('strip-dismissed', false)
/** Whether what came of the first steps was seen; the strip has done its work then, and is gone on the next visit. */
export const stripRead = remembered<boolean>('strip-read', false)
if (stripRead.value) {
  stripDismissed.value = true
  stripRead.value = false
}
export const usesBuiltIn = remembered<boolean>('uses-built-in', false)
/** The language of the last handler that was asked for. */
export const handlerLanguage = remembered<string>('handler-language', 'node-express')
/** Whether each header is explained in a line. */
export const explainsHeaders = shared<boolean>('explains-headers', true)
/** Where the last replay went. */
export const replayUrl = remembered<string>('replay-url', '')

/** Whether failures are told while the page is not looked at, as far as the browser allows it. */
export const notifies = shared<boolean>('notifies', false)

export const themes = ['system', 'light', 'dark'] as const
/** One of `themes`. */
export const theme = shared<string>('theme', 'system')
/** More contrast than the system asks for. */
export const highContrast = shared<boolean>('high-contrast', false)
/** Large type and no secrets, for those who look on. */
export const demoMode = shared<boolean>('demo-mode', false)
