/** Listens to the keys of the page, and to what they copy. */

import { ahead, overlay, toggleOverlay } from '../../kit/overlay.ts'
import { painted } from '../../kit/painted.ts'
import { inSight, show } from '../../live/refusal.ts'
import { endWait, isFieldAwaited } from '../../place/awaited-field.ts'
import type { Place } from '../../place/place.ts'
import { isField } from './field.ts'
import { guardFocus, isLoading, keepFocus, leave } from './focus.ts'
import { type Key, keys, wheresNow } from './keys.ts'

/** Elements with keys of their own. */
const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('dialog, [role="menu"]') !== null

/** The key's name in the table, or null if a modifier belongs to the browser. */
export function nameOf(event: KeyboardEvent): string | null {
  const { key, code, ctrlKey, metaKey, altKey } = event
  const letter = key.length === 1 && key > '\x7f' && /^Key/.test(code) ? code.slice(3).toLowerCase() : key
  if ((ctrlKey || metaKey) && !altKey && !event.shiftKey && letter.toLowerCase() === 'k') return 'Ctrl+K'
  // Some keyboards type brackets with AltGr, which counts as both Ctrl and Alt.
  if (event.getModifierState('AltGraph')) return letter
  return ctrlKey || metaKey || altKey ? null : letter
}

/** Longest time between the keys of a sequence, ms. */
const chordMs = 1500
const chordHint = () =>
  keys
    .filter(({ where }) => where === 'going')
    .map(({ key, title }) => `${key.slice(2)} ${title}`)
    .join(' · ')

function createChords() {
  let until = 0
  /** The name with a preceding `g`, or null after a first `g`. */
  return (name: string, at: number): string | null => {
    const isSecond = at < until
    if (isSecond && inSight.value === chordHint()) show('')
    until = name === 'g' && !isSecond ? at + chordMs : 0
    if (until > 0) {
      show(chordHint(), chordMs)
      return null
    }
    return isSecond ? `g ${name}` : name
  }
}

/** The row of the table that a key triggers now. */
function rowOf(name: string): Key | undefined {
  const here = wheresNow()
  return keys.find((one) => one.key === name && here.includes(one.where))
}

/** Keys that would edit, press or leave an element behind the dialog. */
const acting = /^(Enter|Backspace|Delete|Tab|Home|End|Page|Arrow)/

/** A dialog handles its own keys. Keys typed before it is drawn are kept for it. */
function whileOverlaid(event: KeyboardEvent): void {
  if (overlay.value === null || event.isComposing) return
  const { key } = event
  const name = nameOf(event)
  const isDrawn = document.querySelector('dialog[open]') !== null
  // The browser closes a dialog only for the key itself, not for one that {@link pressAll} presses.
  if (name === 'Ctrl+K' || (name === 'Escape' && !(isDrawn && event.isTrusted))) overlay.value = null
  else if (isDrawn || name === null) return
  // The reader does not see the effect yet.
  else if (key === 'Backspace') ahead.value = ahead.value.slice(0, -1)
  else if (key.length === 1) ahead.value += key
  else if (!acting.test(key)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Keeps text typed while a field is loading. A key that leads elsewhere ends the wait. */
function whileAwaited(event: KeyboardEvent): void {
  if (overlay.value !== null || event.isComposing) return
  // No field came: the keys work again.
  if (!isFieldAwaited(isLoading)) return void endWait()
  const { key } = event
  if (nameOf(event) === null || isField(event.composedPath()[0] ?? null)) return
  if (key === 'Backspace') ahead.value = ahead.value.slice(0, -1)
  else if (key.length === 1) ahead.value += key
  else if (key !== 'Enter') {
    if (key === 'Escape' || acting.test(key)) endWait()
    return
  }
  event.preventDefault()
  event.stopPropagation()
}

/** The focused field gets the text typed for it. */
function fieldCame(event: FocusEvent): void {
  if (!isFieldAwaited() || overlay.value !== null || !isField(event.composedPath()[0] ?? null)) return
  const typed = endWait()
  // Only this command types into any field, editors included. The focus handlers run first.
  if (typed !== '') queueMicrotask(() => document.execCommand('insertText', false, typed))
}

function pressed(event: KeyboardEvent, chorded: ReturnType<typeof createChords>): void {
  if (event.defaultPrevented || event.isComposing || overlay.value !== null) return
  const name = nameOf(event)
  if (name === 'Ctrl+K') {
    event.preventDefault()
    toggleOverlay('palette')
    return
  }
  if (name === null || isBusy(event.target)) return
  // A field in a shadow tree would otherwise look like its host.
  const [field = null] = event.composedPath()
  if (isField(field)) {
    if (name !== 'Escape') return
    // Escape would clear a search field.
    event.preventDefault()
    leave(event.target)
    return
  }
  const asked = chorded(name, event.timeStamp)
  const row = asked === null ? undefined : rowOf(asked)
  if (asked !== null && (row === undefined || (event.repeat && !row.repeats))) return
  if (row?.run(event.target) !== false) event.preventDefault()
}

/**
 * Copies each shortened address whole that the selection touches. Its halves are boxes, between which the browser would
 * copy a line break, and a double or triple click selects within one half. Where all of an address is shown, a part of a half
 * is copied as selected.
 */
function copyWhole(event: ClipboardEvent): void {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed) return
  const cuts = [...document.querySelectorAll('.cut')].filter((one) => {
    const touched = [...one.children].filter((half) => selection.containsNode(half, true))
    const isShortened = [...one.children].some((half) => half.scrollWidth > half.clientWidth)
    return touched.length > (isShortened ? 0 : 1)
  })
  if (cuts.length === 0) return
  const range = selection.getRangeAt(0)
  for (const cut of cuts) {
    const begins = cut.contains(range.startContainer)
    if (begins) range.setStartBefore(cut)
    // A triple click may end before the first letter of the next address.
    if (cut.contains(range.endContainer) && (begins || range.endOffset > 0)) range.setEndAfter(cut)
  }
  const text = cuts.reduce((text, { firstChild, textContent }) => {
    const head = firstChild?.textContent ?? ''
    return text.replaceAll(`${head}\n${textContent.slice(head.length)}`, () => textContent)
  }, String(selection))
  // A triple click also selects the end of its line.
  event.clipboardData?.setData('text/plain', text.trimEnd())
  event.preventDefault()
}

/**
 * Presses the kept keys where the focus is, and those that come meanwhile. Each finds what the one before it has drawn. A field
 * takes a character and Backspace if nothing else takes them. The events made for this are put into `own`.
 */
export async function pressAll(kept: KeyboardEvent[], own: WeakSet<Event>): Promise<void> {
  for (let event = kept.shift(); event !== undefined; event = kept.shift()) {
    const at = document.activeElement ?? document.body
    const again = new KeyboardEvent('keydown', event)
    own.add(again)
    if (at.dispatchEvent(again) && isField(at)) {
      if (event.key.length === 1) document.execCommand('insertText', false, event.key)
      else if (event.key === 'Backspace') document.execCommand('delete')
    }
    await painted()
  }
}

/** Listens to all keys, and keeps the focus where the keys continue after `from`. */
export function listenToAll(from: Place): void {
  addEventListener('keydown', whileOverlaid, true)
  addEventListener('keydown', whileAwaited, true)
  addEventListener('focusin', fieldCame)
  addEventListener('copy', copyWhole)
  for (const leaving of ['pointerdown', 'popstate']) addEventListener(leaving, endWait)
  const chorded = createChords()
  addEventListener('keydown', (event) => pressed(event, chorded))
  keepFocus(from)
  guardFocus()
}
