import { type Signal, signal } from '@preact/signals'

/** A signal that this browser remembers. Where storage is refused, it lasts as long as the page. */
export function remembered<T extends boolean | number | string>(name: string, initial: T): Signal<T> {
  const key = `webhook-sandbox.${name}`
  const kept = read(key)
  const value = signal<T>(typeof kept === typeof initial ? (kept as T) : initial)
  value.subscribe((now) => {
    try {
      localStorage.setItem(key, JSON.stringify(now))
    } catch {
      // Private windows may refuse storage; the value still holds for this page.
    }
  })
  return value
}

function read(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

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
export const explainsHeaders = remembered<boolean>('explains-headers', true)
/** Where the last replay went. */
export const replayUrl = remembered<string>('replay-url', '')

/** Whether failures are told while the page is not looked at, as far as the browser allows it. */
export const notifies = remembered<boolean>('notifies', false)

export const themes = ['system', 'light', 'dark'] as const
/** One of `themes`. */
export const theme = remembered<string>('theme', 'system')
/** More contrast than the system asks for. */
export const highContrast = remembered<boolean>('high-contrast', false)
/** Large type and no secrets, for those who look on. */
export const demoMode = remembered<boolean>('demo-mode', false)
