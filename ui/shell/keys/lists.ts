import { moveError, openCursor } from '../../errors/errors.ts'
import type { ListActs } from '../../kit/list-keys.ts'
import { go, place } from '../../place/navigation.ts'
import { cursor, leap, move, open } from '../../stream/selection.ts'
import { focus, focusDetail } from './focus.ts'

/** From the list on, Tab leads to what it opens, and what the keys stand on is read out. */
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

/** What is open already is gone into. */
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

/** What is open already is gone into, another card on which the focus stands is opened; `none` where it stands on no card. */
function openCard(none: () => void): void {
  const card = document.activeElement
  if (!(card instanceof HTMLElement) || !card.classList.contains('card')) none()
  else if (card.classList.contains('active')) focusDetail()
  else card.click()
}

/** Puts the focus on the card so many further than the one that has it, or than the active one; answers what that stands for. */
function focusCard(by: number): string | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('.cards .card')]
  const focused = cards.indexOf(document.activeElement as HTMLElement)
  const at = focused >= 0 ? focused : cards.findIndex((card) => card.classList.contains('active'))
  const next = cards[Math.max(0, Math.min(cards.length - 1, at < 0 ? 0 : at + by))]
  next?.focus()
  return next?.dataset.id
}

/** The form beside it is that of the event or the scenario on which the keys stand. */
function moveForm(by: number): void {
  const id = focusCard(by)
  if (id !== undefined) go({ open: id }, 'replace')
}
const simulated: ListActs = { move: moveForm, leap: moveForm, open: () => openCard(focusDetail) }

/** Moves over the cards of a list; an open detail follows. */
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

/** What the list of the view does; null where there is none. */
export function listNow(): ListActs | null {
  const { view, section } = place.value
  switch (view) {
    case 'stream':
      return stream
    case 'errors':
      return errors
    case 'simulate':
      return sections[section]
    case 'subscriptions':
    case 'endpoints':
      return cards
    case 'lanes':
    case 'settings':
      return null
  }
}
