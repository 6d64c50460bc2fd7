/** The table of all keys of the page. */

import { activeError } from '../../errors/error-list.ts'
import { isAtList, listMoves } from '../../kit/list-keys.ts'
import { toggleOverlay } from '../../kit/overlay.ts'
import { said } from '../../live/refusal.ts'
import { undo } from '../../live/undo.ts'
import { awaitField } from '../../place/awaited-field.ts'
import { close, go, place, placeOf, sectionOf } from '../../place/navigation.ts'
import { type SectionName, sections, type ViewName, views } from '../../place/place.ts'
import { turn } from '../../stream/move-active.ts'
import { openRowMenu } from '../../stream/row-menu.ts'
import { activeThing } from '../../stream/selection.ts'
import { paused, setPaused } from '../../stream/stream.ts'
import type { Where } from '../help/help-lines.ts'
import { chords, titles } from '../rail.tsx'
import { focus, focusList, isLoading, leadFocus } from './focus.ts'
import { listNow } from './lists.ts'

/** One key of the page. */
export interface Key {
  /** The browser's name of the key. `g s` is a sequence. */
  key: string
  title: string
  where: Where
  /** Holding the key repeats the action. */
  repeats?: true
  /** Returns false if the browser keeps the key. */
  run(target: EventTarget | null): unknown
}

/** The places whose keys work now. */
export function wheresNow(): Where[] {
  const { view, open } = place.value
  const isThing = activeThing() !== null
  const now: [Where, boolean][] = [
    ['everywhere', true],
    ['going', true],
    ['list', listNow() !== null],
    ['stream', view === 'stream' || view === 'lanes' || view === 'errors'],
    ['thing', isThing],
    ['detail', isThing && open !== null],
    ['errors', view === 'errors' && activeError.value !== null],
    ['made', view === 'subscriptions' || view === 'endpoints' || view === 'check'],
    ['simulate', view === 'simulate'],
  ]
  return now.flatMap(([where, holds]) => (holds ? [where] : []))
}

const row = (where: Where, key: string, title: string, run: Key['run']): Key => ({ where, key, title, run })

const held = (where: Where, key: string, title: string, run: Key['run']): Key => ({
  ...row(where, key, title, run),
  repeats: true,
})

const inList = (key: string, title: string) =>
  held('list', key, title, (target) => {
    const list = listNow()
    const act = listMoves[key]
    return list === null || act === undefined || !isAtList(target) ? false : act(list)
  })
const inGroups = (key: string, title: string, way: 'out' | 'in') =>
  held('stream', key, title, (target) => isAtList(target) && turn(way))
const step = (key: string, title: string, by: 1 | -1) => held('list', key, title, () => listNow()?.move(by))

/** Acts on records load on first use. */
const onThing = (key: string, title: string): Key =>
  row('thing', key, title, async () => {
    const id = activeThing()
    if (id !== null) await (await import('../../acts/thing-acts.ts')).actByKey(id, key)
  })

function toTab(by: 1 | -1): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('.split-detail [role="tab"]')]
  const at = tabs.findIndex((tab) => tab.ariaSelected === 'true')
  const next = tabs[(at + by + tabs.length) % tabs.length]
  const hadFocus = tabs.includes(document.activeElement as HTMLElement)
  next?.click()
  if (hadFocus) next?.focus()
}

const copyOf = (what: 'link' | 'address' | 'curl') => async () => (await import('./copying.ts'))[what]()

/** Opens a view like its link, and focuses its list. */
function goTo(view: ViewName): void {
  go(placeOf(view))
  leadFocus()
}

const sectionKey = (section: SectionName, index: number) =>
  row('simulate', `${index + 1}`, `Go to ${section}`, () => go(sectionOf(section)))

/** Presses the submit button of the form beside the list. */
function submitForm(): unknown {
  const form = document.querySelector<HTMLFormElement>('.split-detail form')
  return form === null ? false : form.requestSubmit()
}

/** Used by the key listener, the help and the palette. */
export const keys: readonly Key[] = [
  row('everywhere', 'Ctrl+K', 'Search or do anything', () => toggleOverlay('palette')),
  row('everywhere', '?', 'Show the keys', () => toggleOverlay('help')),
  row('everywhere', '/', 'Search or filter the list', toSearch),
  row('everywhere', 'Escape', 'Leave the field, then close the detail', closeDetail),
  row('everywhere', 'z', 'Undo the deletion', () => undo()),
  row('everywhere', 'y', 'Copy the link to this view', copyOf('link')),
  ...views.map((view) => row('going', `g ${chords[view]}`, titles[view], () => goTo(view))),
  step('j', 'Next', 1),
  inList('ArrowDown', 'Next'),
  step('k', 'Previous', -1),
  inList('ArrowUp', 'Previous'),
  inList('Enter', 'Open; press again to enter the detail'),
  inList('PageDown', 'Page down'),
  inList('PageUp', 'Page up'),
  inList('Home', 'First'),
  inList('End', 'Last'),
  row('stream', 'p', 'Pause or resume', () => {
    setPaused(!paused.value)
    said.value = paused.value ? 'Paused' : 'Resumed'
  }),
  row('stream', 'o', 'Group by event, or ungroup', () =>
    place.value.view === 'stream' ? go({ grouped: !place.value.grouped }) : false,
  ),
  inGroups('ArrowLeft', 'Fold the group or the attempts, or go to the parent', 'out'),
  inGroups('ArrowRight', 'Unfold the group or the attempts, or go to the first record', 'in'),
  row('stream', 'l', 'Open the menu of the row', () => openRowMenu()),
  onThing('r', 'Send again'),
  onThing('e', 'Edit and send again'),
  onThing('x', 'Send with a fault, or arm a response'),
  onThing('v', 'Show the signature'),
  onThing('c', 'Copy as curl'),
  onThing('d', 'Compare with another capture'),
  onThing('Delete', 'Delete the capture'),
  row('detail', '[', 'Previous tab', () => toTab(-1)),
  row('detail', ']', 'Next tab', () => toTab(1)),
  row('errors', 'a', 'Arm for the next call', async () =>
    (await import('./copying.ts')).arm(activeError.value),
  ),
  row('errors', 'c', 'Copy a call that gets the error, as curl', copyOf('curl')),
  row('made', 'n', 'New', () => {
    go({ open: 'new' })
    awaitField()
    leadFocus('.split-detail input')
  }),
  row('made', 'c', 'Copy the address', copyOf('address')),
  ...sections.map(sectionKey),
  row('simulate', 's', 'Submit the form', submitForm),
]

/** Focuses the search field, or waits until the field has loaded. */
function toSearch(): unknown {
  if (document.getElementById('search') !== null) return focus('#search')
  if (wheresNow().includes('made') || !isLoading()) return false
  awaitField()
  return leadFocus('#search')
}

/** Closes the detail. The list takes the focus after drawing. */
function closeDetail(): unknown {
  if (place.value.open === null) return false
  close()
  return focusList()
}
