import './not-loaded.ts'
import { effect } from '@preact/signals'
import { handSeen } from '../../kit/hand.ts'
import { overlay, toggleOverlay, typeAhead } from '../../kit/overlay.ts'
import { link } from '../../live/live.ts'
import { inSight, show } from '../../live/refusal.ts'
import { endWait, isFieldAwaited } from '../../place/awaited-field.ts'
import { isLoading, keepFocus, leave } from './focus.ts'
import { type Key, keys, wheresNow } from './keys.ts'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable)

/** What has keys of its own as long as it has the focus. */
const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('dialog, [role="menu"]') !== null

/** The event in the words of the table; null where a modifier makes it another's. */
export function nameOf(event: KeyboardEvent): string | null {
  const { key, code, ctrlKey, metaKey, altKey } = event
  const letter = key.length === 1 && key > '\x7f' && /^Key/.test(code) ? code.slice(3).toLowerCase() : key
  if ((ctrlKey || metaKey) && !altKey && !event.shiftKey && letter.toLowerCase() === 'k') return 'Ctrl+K'
  // A bracket may be where only the other Alt reaches it, which counts as both.
  if (event.getModifierState('AltGraph')) return letter
  return ctrlKey || metaKey || altKey ? null : letter
}

/** How long the second key of a chord may take, ms. */
const chordMs = 1500
const chordHint = () =>
  keys
    .filter(({ where }) => where === 'going')
    .map(({ key, title }) => `${key.slice(2)} ${title}`)
    .join(' · ')
let chordUntil = 0

/** The name with the `g` that was pressed before it; null while a chord is begun. */
function chorded(name: string, at: number): string | null {
  const isSecond = at < chordUntil
  if (isSecond && inSight.value === chordHint()) show('')
  chordUntil = name === 'g' && !isSecond ? at + chordMs : 0
  if (chordUntil > 0) {
    show(chordHint(), chordMs)
    return null
  }
  return isSecond ? `g ${name}` : name
}

/** The row of the table that a key is just now. */
function rowOf(name: string): Key | undefined {
  const here = wheresNow()
  return keys.find((one) => one.key === name && here.includes(one.where))
}

/** What would edit, press or leave what lies behind. */
const acting = /^(Enter|Backspace|Delete|Tab|Home|End|Page|Arrow)/

/** A dialog hears its keys itself; until it is drawn, they are kept for it, and none reaches what lies behind. */
function whileOverlaid(event: KeyboardEvent): void {
  if (overlay.value === null || event.isComposing) return
  const { key } = event
  const name = nameOf(event)
  const isDrawn = document.querySelector('dialog[open]') !== null
  if (name === 'Ctrl+K' || (name === 'Escape' && !isDrawn)) overlay.value = null
  else if (isDrawn || name === null) return
  // What it does is not seen yet.
  else if (key === 'Backspace') typeAhead((typed) => typed.slice(0, -1))
  else if (key.length === 1) typeAhead((typed) => typed + key)
  else if (!acting.test(key)) return
  event.preventDefault()
  event.stopPropagation()
}

/** What is typed while a field is awaited is kept for it; a key that leads elsewhere ends the wait. */
function whileAwaited(event: KeyboardEvent): void {
  if (overlay.value !== null || event.isComposing) return
  // None has come: the keys act again.
  if (!isFieldAwaited(isLoading)) return void endWait()
  const { key } = event
  if (nameOf(event) === null || isField(event.composedPath()[0] ?? null)) return
  if (key === 'Backspace') typeAhead((typed) => typed.slice(0, -1))
  else if (key.length === 1) typeAhead((typed) => typed + key)
  else if (key !== 'Enter') {
    if (key === 'Escape' || acting.test(key)) endWait()
    return
  }
  event.preventDefault()
  event.stopPropagation()
}

/** The field that takes the focus while one is awaited has what was typed for it. */
function fieldCame(event: FocusEvent): void {
  if (!isFieldAwaited() || overlay.value !== null || !isField(event.composedPath()[0] ?? null)) return
  const typed = endWait()
  // Only this way a field takes it as typed, an editor as well; what the focus does to it is done first.
  if (typed !== '') queueMicrotask(() => document.execCommand('insertText', false, typed))
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || overlay.value !== null) return
  const name = nameOf(event)
  if (name === 'Ctrl+K') {
    event.preventDefault()
    toggleOverlay('palette')
    return
  }
  if (name === null || isBusy(event.target)) return
  // A field may stand in a shadow tree, outside of which its keys seem to be its host's.
  const [field = null] = event.composedPath()
  if (isField(field)) {
    if (name !== 'Escape') return
    // A field for a search would lose what stands in it.
    event.preventDefault()
    leave(event.target)
    return
  }
  const asked = chorded(name, event.timeStamp)
  const row = asked === null ? undefined : rowOf(asked)
  if (asked !== null && (row === undefined || (event.repeat && !row.repeats))) return
  if (row?.run(event.target) !== false) event.preventDefault()
}

/** Hears the keys of the page, and keeps the focus where they go on. */
export function listenToKeys(): void {
  addEventListener('keydown', whileOverlaid, true)
  addEventListener('keydown', whileAwaited, true)
  addEventListener('focusin', fieldCame)
  for (const leaving of ['pointerdown', 'popstate']) addEventListener(leaving, endWait)
  addEventListener('keydown', pressed)
  keepFocus()
  effect(() => {
    if (handSeen.value && link.value.state === 'live') void import('./lost-focus.ts').catch(() => {})
  })
}
