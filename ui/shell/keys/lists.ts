/** Moves the selection in the list of each view. */

import { moveError, openCursor } from '../../errors/error-list.ts'
import type { ListActs } from '../../kit/list-keys.ts'
import { go, place } from '../../place/navigation.ts'
import { leap, move } from '../../stream/move-active.ts'
import { cursor, open } from '../../stream/selection.ts'
import { focus, focusDetail } from './focus.ts'

/** With the focus on the list, Tab leads to the opened record and screen readers announce the selection. */
function standingInList({ move, leap, open }: ListActs): ListActs {
  const standing =
    <Rest extends unknown[]>(act: (...rest: Rest) => void) =>
    (...rest: Rest) => {
      const at = document.activeElement
      if (at === null || at === document.body || at.id === 'main') focus('.virtual-list')
      act(...rest)
    }
  return { move: standing(move), leap: standing(leap), open: standing(open) }
}

/** Enter on the open record moves into its detail. */
const stream = standingInList({
  move,
  leap,
  open() {
    if (place.value.open === null && cursor.value !== null) open(cursor.value)
    else focusDetail()
  },
})
const errors = standingInList({
  move: moveError,
  leap: moveError,
  open: () => (place.value.open === null ? openCursor() : focusDetail()),
})

/**
 * Enter on the open card moves into its detail, and opens any other focused card. `none` runs if no card has the
 * focus.
 */
function openCard(none: () => void): void {
  const card = document.activeElement
  if (!(card instanceof HTMLElement) || !card.classList.contains('card')) none()
  else if (card.classList.contains('active')) focusDetail()
  else card.click()
}

/** Focuses the card `by` places from the focused or active one, and returns its id. */
function focusCard(by: number): string | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('.cards .card')]
  const focused = cards.indexOf(document.activeElement as HTMLElement)
  const at = focused >= 0 ? focused : cards.findIndex((card) => card.classList.contains('active'))
  const next = cards[Math.max(0, Math.min(cards.length - 1, at < 0 ? 0 : at + by))]
  next?.focus()
  return next?.dataset.id
}

/** The form beside the list belongs to the selected event or scenario. */
function moveForm(by: number): void {
  const id = focusCard(by)
  if (id !== undefined) go({ open: id }, 'replace')
}
const simulated: ListActs = { move: moveForm, leap: moveForm, open: () => openCard(focusDetail) }

/** Moves over the cards. An open detail follows. */
function moveCard(by: number): void {
  const id = focusCard(by)
  const { open } = place.value
  if (id !== undefined && open !== null && open !== 'new') go({ open: id }, 'replace')
}
const cards: ListActs = {
  move: moveCard,
  leap: moveCard,
  open: () => openCard(() => moveCard(0)),
}

const sections = {
  events: simulated,
  scenarios: simulated,
  traffic: null,
  clock: null,
}

/** The list of the current view, or null. */
export function listNow(): ListActs | null {
  const { view, section } = place.value
  switch (view) {
    case 'stream':
      return stream
    case 'errors':
      return errors
    case 'simulate':
      return sections[section]
    case 'objects':
    case 'subscriptions':
    case 'endpoints':
    case 'check':
      return cards
    case 'lanes':
    case 'settings':
      return null
  }
}
