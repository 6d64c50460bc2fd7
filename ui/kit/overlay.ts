/** Tracks which dialog is open over the page, and keeps keys typed before it is ready. */

import { signal } from '@preact/signals'

/** The dialogs that lie over the page, one at a time. */
export type Overlay = 'help' | 'palette'

/** The requested dialog, or null. */
export const overlay = signal<Overlay | null>(null)

/** The text typed while the palette or a field of a view is loading. */
export const ahead = signal('')
/** Takes the kept text. */
export function typedAhead(): string {
  const typed = ahead.peek()
  ahead.value = ''
  return typed
}

/** Opens a dialog, or closes the one that is open. */
export function toggleOverlay(which: Overlay): void {
  ahead.value = ''
  overlay.value = overlay.value === null ? which : null
}
