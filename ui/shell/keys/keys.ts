import { activeError } from '../../errors/errors.ts'
import { isAtList, listMoves } from '../../kit/list-keys.ts'
import { toggleOverlay } from '../../kit/overlay.ts'
import { said } from '../../live/refusal.ts'
import { undo } from '../../live/undo.ts'
import { awaitField } from '../../place/awaited-field.ts'
import { close, go, place, placeOf, sectionOf } from '../../place/navigation.ts'
import { type SectionName, sections, type ViewName, views } from '../../place/place.ts'
import { openRowMenu } from '../../stream/row-menu.ts'
import { activeThing, turn } from '../../stream/selection.ts'
import { paused, setPaused } from '../../stream/stream.ts'
import type { Where } from '../help/help-lines.ts'
import { chords, titles } from '../rail.tsx'
import { focus, focusList, isLoading, leadFocus } from './focus.ts'
import { listNow } from './lists.ts'

/** One key of the page. */
export interface Key {
  /** As the browser names it; `g s` is one after the other. */
  key: string
  title: string
  where: Where
  /** Held down it does it again. */
  repeats?: true
  /** False where it is not its key just then, so that the browser has it. */
  run(target: EventTarget | null): unknown
}

/** The places whose keys hold now. */
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
    ['made', view === 'subscriptions' || view === 'endpoints'],
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

/** What is done to things is loaded when it is first done. */
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

/** Goes to a view as its link does, and on in its list. */
function goTo(view: ViewName): void {
  go(placeOf(view))
  leadFocus()
}

const sectionKey = (section: SectionName, index: number) =>
  row('simulate', `${index + 1}`, `To its part ${section}`, () => go(sectionOf(section)))

/** Sends or runs what the form beside the list says, as its own button would. */
function submitForm(): unknown {
  const form = document.querySelector<HTMLFormElement>('.split-detail form')
  return form === null ? false : form.requestSubmit()
}

/** Every key of the page; the listener, the help and the palette read it. */
export const keys: readonly Key[] = [
  row('everywhere', 'Ctrl+K', 'Search or do anything', () => toggleOverlay('palette')),
  row('everywhere', '?', 'Show the keys', () => toggleOverlay('help')),
  row('everywhere', '/', 'Search or filter what is listed', toSearch),
  row('everywhere', 'Escape', 'Leave a field, then close what is open', closeDetail),
  row('everywhere', 'z', 'Take back what was deleted', () => undo()),
  row('everywhere', 'y', 'Copy the link to what is shown', copyOf('link')),
  ...views.map((view) => row('going', `g ${chords[view]}`, titles[view], () => goTo(view))),
  step('j', 'Next', 1),
  inList('ArrowDown', 'Next'),
  step('k', 'Previous', -1),
  inList('ArrowUp', 'Previous'),
  inList('Enter', 'Open; once more goes into it'),
  inList('PageDown', 'A page down'),
  inList('PageUp', 'A page up'),
  inList('Home', 'To the first'),
  inList('End', 'To the last'),
  row('stream', 'p', 'Pause, and go on', () => {
    setPaused(!paused.value)
    said.value = paused.value ? 'Paused' : 'Goes on'
  }),
  row('stream', 'o', 'Keep what belongs to one event together, or not', () =>
    place.value.view === 'stream' ? go({ grouped: !place.value.grouped }) : false,
  ),
  inGroups('ArrowLeft', 'Fold a group; folded, to what it came from', 'out'),
  inGroups('ArrowRight', 'Unfold a group; unfolded, into it', 'in'),
  row('stream', 'l', 'Filter for what is like it', () => openRowMenu()),
  onThing('r', 'Send it again'),
  onThing('e', 'Edit it and send it again'),
  onThing('x', 'Make it go wrong: send it with a fault, or arm an answer'),
  onThing('v', 'Show its signature'),
  onThing('c', 'Copy it as curl'),
  onThing('d', 'Show the difference to another'),
  onThing('Delete', 'Delete it, where it is a capture'),
  row('detail', '[', 'Previous tab', () => toTab(-1)),
  row('detail', ']', 'Next tab', () => toTab(1)),
  row('errors', 'a', 'Arm it for the next call', async () =>
    (await import('./copying.ts')).arm(activeError.value),
  ),
  row('errors', 'c', 'Copy a call that meets it as curl', copyOf('curl')),
  row('made', 'n', 'Make a new one', () => {
    go({ open: 'new' })
    awaitField()
    leadFocus('.split-detail input')
  }),
  row('made', 'c', 'Copy its address', copyOf('address')),
  ...sections.map(sectionKey),
  row('simulate', 's', 'Send or run what the form says', submitForm),
]

/** To the field of the search; one that is still being loaded is waited for. */
function toSearch(): unknown {
  if (document.getElementById('search') !== null) return focus('#search')
  if (wheresNow().includes('made') || !isLoading()) return false
  awaitField()
  return leadFocus('#search')
}

/** The detail closes; the list takes the focus when it is drawn. */
function closeDetail(): unknown {
  if (place.value.open === null) return false
  close()
  return focusList()
}
