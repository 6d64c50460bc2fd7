import { signal } from '@preact/signals'

/** The dialogs that lie over the page, one at a time. */
export type Overlay = 'help' | 'palette'

/** The one that is asked for; null where none is. */
export const overlay = signal<Overlay | null>(null)

let ahead = ''
/** Keeps what is typed while the palette, or a field of a view, is still being loaded. */
export function typeAhead(typed: (before: string) => string): void {
  ahead = typed(ahead)
}
/** Hands over what was typed before it was there. */
export function typedAhead(): string {
  const typed = ahead
  ahead = ''
  return typed
}

/** Opens a dialog, or closes the one that is open. */
export function toggleOverlay(which: Overlay): void {
  ahead = ''
  overlay.value = overlay.value === null ? which : null
}
