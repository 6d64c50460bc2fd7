import { moveError, openCursor } from '../state/error-selection.ts'
import { moveEvent } from '../state/event-selection.ts'
import { go, place, placeOf, sectionOf } from '../state/navigation.ts'
import { type SectionName, sections, views } from '../state/place.ts'
import { openResend, resend } from '../state/resending.ts'
import { moveScenario } from '../state/scenario-selection.ts'
import { activeId, cursor, leap, move, open } from '../state/selection.ts'
import { paused, setPaused } from '../state/stream.ts'
import { actOnList, focus, type ListActs } from './list-keys.ts'
import { chords } from './rail.tsx'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

function close(): void {
  if (place.value.open === null) return
  go({ open: null })
  focus('.virtual-list')
}

const streamList = {
  move,
  leap,
  open: () => {
    if (cursor.value !== null) open(cursor.value)
  },
}
const errorList = { move: moveError, leap: moveError, open: openCursor }
// The form beside it is that of the event or the scenario on which the keys stand.
const sectionLists: Record<SectionName, ListActs | null> = {
  events: { move: moveEvent, leap: moveEvent, open: () => {} },
  scenarios: { move: moveScenario, leap: moveScenario, open: () => {} },
  traffic: null,
  clock: null,
}

const isDelivery = (id: string | null): id is string => id?.startsWith('dlv_') ?? false

/** `e` edits the delivery that the keys stand on before it is sent again, `x` gives it a fault. */
function openForm(key: string): boolean {
  const id = activeId()
  if ((key !== 'e' && key !== 'x') || !isDelivery(id)) return false
  openResend(id, key === 'e' ? 'body' : 'fault')
  return true
}

/** Digits lead to the parts of the simulator. */
function actOnSimulator(event: KeyboardEvent): boolean {
  const section = /^\d$/.test(event.key) ? sections[Number(event.key) - 1] : undefined
  if (section !== undefined) {
    go(sectionOf(section))
    return true
  }
  const list = sectionLists[place.value.section]
  return list !== null && actOnList(event, list)
}

function actOnView(event: KeyboardEvent): boolean {
  const { open: opened, view } = place.value
  if (view === 'simulate') return actOnSimulator(event)
  if (view !== 'stream' && view !== 'errors') return false
  if (actOnList(event, view === 'stream' ? streamList : errorList)) return true
  if (event.key === 'p') setPaused(!paused.value)
  else if (event.key === 'r' && isDelivery(opened)) void resend(opened)
  else return view === 'stream' && openForm(event.key)
  return true
}

/** How long the second key of a chord may take, ms. */
const chordMs = 1500
let chordUntil = 0

/** `g` and a letter lead to another view. */
function actOnChord({ key, timeStamp }: KeyboardEvent): boolean {
  const isSecond = timeStamp < chordUntil
  chordUntil = key === 'g' && !isSecond ? timeStamp + chordMs : 0
  if (!isSecond) return key === 'g'
  const view = views.find((one) => chords[one] === key)
  if (view !== undefined) go(placeOf(view))
  return view !== undefined
}

/** The page's keys: j k or arrows, Home, End, PageUp, PageDown, Enter, Esc, / for the search, p to pause, r to resend, e to edit and resend, x to resend with a fault, g and a letter for another view, 1 to 4 for the parts of the simulator. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.key === 'Escape') {
      if (isField(event.target) && event.target instanceof HTMLElement) event.target.blur()
      else close()
      return
    }
    if (isField(event.target)) return
    if (actOnChord(event) || actOnView(event)) event.preventDefault()
  })
}
