/** Decides what each key does: how the state changes, and what the world outside must do. */
import { StartError } from '../../failures.ts'
import { readFault } from '../../faults/grammar.ts'
import type { DeliveryRow } from '../../wire.ts'
import { type DeliveryFilter, parseFilter } from '../delivery-filter.ts'
import type { Key } from './keys.ts'
import { emptyInput, remembered, typed } from './line-input.ts'
import { type Mode, type ScreenState, selectedIndex, selectedRow, withSelected } from './state.ts'

/** An effect of a key outside of the state. */
export type Effect =
  | { do: 'quit' }
  | { do: 'suspend' }
  | { do: 'redraw' }
  /** Reads the list by a new filter, which takes effect once the sandbox has accepted it. */
  | { do: 'filter'; filter: DeliveryFilter; text: string }
  | { do: 'open'; id: string }
  | { do: 'resend'; id: string; fault?: string }
  | { do: 'edit'; id: string }
  | { do: 'attempt-now' | 'abort' | 'cancel'; id: string }

interface Step {
  state: ScreenState
  effect?: Effect
}

/** The state after a key, and its effect. */
export function press(before: ScreenState, key: Key): Step {
  const state = { ...before, message: null }
  if (key.ctrl && key.name === 'c') return { state, effect: { do: 'quit' } }
  if (key.ctrl && key.name === 'z') return { state, effect: { do: 'suspend' } }
  if (key.ctrl && key.name === 'l') return { state, effect: { do: 'redraw' } }
  if (state.mode.kind === 'line') return onLine(state, state.mode, key)
  if (key.ctrl) return { state }
  if (key.name === 'q') return { state, effect: { do: 'quit' } }
  if (state.mode.kind === 'help') return onHelp(state, state.mode, key)
  if (key.name === '?') return { state: { ...state, mode: { kind: 'help', scroll: 0 } } }
  if (state.mode.kind === 'detail') return onDetail(state, state.mode, key)
  return onList(state, key)
}

/** Adds pasted text to the typed line, with spaces for line breaks. Elsewhere pasted text does nothing. */
export function paste(state: ScreenState, { name, text }: Key): ScreenState {
  if (state.mode.kind !== 'line')
    return said(state, 'Pasted text has no effect here. Press / or f first, then paste into the line.')
  const key = { name: '', ctrl: false, text: name === 'return' || name === 'enter' ? ' ' : text }
  return { ...state, mode: { ...state.mode, input: typed(state.mode.input, key) } }
}

type Move = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last'
/** The keys that move through the list or scroll a text. */
const moves: Partial<Record<string, Move>> = {
  up: 'up',
  k: 'up',
  down: 'down',
  j: 'down',
  pageup: 'page-up',
  pagedown: 'page-down',
  home: 'first',
  g: 'first',
  end: 'last',
  G: 'last',
}

function onList(state: ScreenState, key: Key): Step {
  const move = moves[key.name]
  if (move) return { state: moved(state, move) }
  if (key.name === '/') return { state: withFilterLine(state, state.filterText) }
  const row = selectedRow(state)
  if (row === undefined) return { state }
  if (['return', 'enter', 'd', 'right'].includes(key.name)) {
    const mode: Mode = { kind: 'detail', id: row.id, delivery: null, scroll: 0 }
    return { state: { ...state, selected: row.id, mode }, effect: { do: 'open', id: row.id } }
  }
  return onDelivery(state, row.id, row, key)
}

/** Opens the filter line, unless a line is open. */
export function withFilterLine(state: ScreenState, text: string): ScreenState {
  if (state.mode.kind === 'line') return state
  const input = emptyInput(state.history.filter, text)
  return { ...state, mode: { kind: 'line', about: 'filter', id: '', input, back: state.mode } }
}

/** Moves the selection, which pauses the list. Only a move to the end follows the newest again. */
function moved(state: ScreenState, move: Move): ScreenState {
  if (move === 'last') return withSelected(state, null)
  const page = Math.max(1, state.height - 4)
  const by = { up: -1, down: 1, 'page-up': -page, 'page-down': page, first: -state.rows.length }[move]
  const index = Math.min(Math.max(selectedIndex(state) + by, 0), state.rows.length - 1)
  return withSelected(state, state.rows[index]?.id ?? null)
}

/** More lines than any record has. The view knows the real end. */
const endOfText = 1e9

/** The scroll position after a key; undefined for a key that does not scroll. */
function scrolled(scroll: number, key: Key, height: number): number | undefined {
  const move = key.name === 'space' ? 'page-down' : moves[key.name]
  if (move === undefined) return undefined
  const page = Math.max(1, height - 3)
  const places = { up: -1, down: 1, 'page-up': -page, 'page-down': page, first: -scroll, last: endOfText }
  return Math.max(0, Math.min(scroll + places[move], endOfText))
}

function onHelp(state: ScreenState, mode: Extract<Mode, { kind: 'help' }>, key: Key): Step {
  const scroll = scrolled(mode.scroll, key, state.height)
  return { state: { ...state, mode: scroll === undefined ? { kind: 'list' } : { ...mode, scroll } } }
}

function onDetail(state: ScreenState, mode: Extract<Mode, { kind: 'detail' }>, key: Key): Step {
  if (['escape', 'return', 'enter', 'd', 'left'].includes(key.name))
    return { state: { ...state, mode: { kind: 'list' } } }
  const scroll = scrolled(mode.scroll, key, state.height)
  if (scroll !== undefined) return { state: { ...state, mode: { ...mode, scroll } } }
  return mode.delivery ? onDelivery(state, mode.id, mode.delivery, key) : { state }
}

/** The keys that change or send the selected delivery. */
function onDelivery(
  state: ScreenState,
  id: string,
  { state: now, finished_at }: DeliveryRow,
  key: Key,
): Step {
  switch (key.name) {
    case 'r':
      return { state, effect: { do: 'resend', id } }
    case 'e':
      return { state, effect: { do: 'edit', id } }
    case 'f': {
      const input = emptyInput(state.history.fault)
      return { state: { ...state, mode: { kind: 'line', about: 'fault', id, input, back: state.mode } } }
    }
    case 'a':
      return { state, effect: { do: 'attempt-now', id } }
    case 'x':
      if (finished_at !== null) return { state: said(state, `${id} has ended. Send it again with r.`) }
      return { state, effect: { do: now === 'sending' ? 'abort' : 'cancel', id } }
  }
  return { state }
}

const said = (state: ScreenState, text: string): ScreenState => ({ ...state, message: { text, isBad: true } })

function onLine(state: ScreenState, mode: Extract<Mode, { kind: 'line' }>, key: Key): Step {
  const { about, id, input, back } = mode
  if (key.name === 'escape') return { state: { ...state, mode: back } }
  if (key.name !== 'return' && key.name !== 'enter')
    return { state: { ...state, mode: { ...mode, input: typed(input, key) } } }
  const text = input.text.trim()
  const history = { ...state.history, [about]: remembered(state.history[about], text) }
  const done = { ...state, history, mode: back }
  if (about === 'fault') {
    if (text === '') return { state: done }
    const fault = readFault(text)
    if ('problem' in fault) return { state: said({ ...state, history }, `${fault.problem} ${fault.fix}`) }
    return { state: done, effect: { do: 'resend', id, fault: text } }
  }
  try {
    return { state: done, effect: { do: 'filter', filter: parseFilter(text), text } }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { state: said({ ...state, history }, `${error.message} ${error.fix}`) }
  }
}
