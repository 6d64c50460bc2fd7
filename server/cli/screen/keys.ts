/** The keys of the screen: how key presses are read, and which keys the help and the footer show. */
import type { DeliveryRow } from '../../wire.ts'

/** A pressed key. */
export interface Key {
  /** `up`, `return`, `r`, …; '' for a key without a name. */
  name: string
  ctrl: boolean
  /** The text that the key writes, or ''. */
  text: string
}

/** A key press as node:readline reports it. */
interface Pressed {
  name?: string | undefined
  ctrl?: boolean | undefined
  meta?: boolean | undefined
  shift?: boolean | undefined
}

export function keyOf(text: string | undefined, { name, ctrl = false, meta = false, shift }: Pressed): Key {
  const writes = text !== undefined && !ctrl && !meta && /^[^\p{Cc}]+$/u.test(text)
  const letter = name !== undefined && shift && /^[a-z]$/.test(name) ? name.toUpperCase() : name
  return { name: letter ?? (writes ? text : ''), ctrl, text: writes ? text : '' }
}

/** The keys with their meanings, for the help. */
export const helpOfKeys: readonly [keys: string, does: string][] = [
  ['↑ ↓  k j', 'select a delivery, which pauses the list'],
  ['PgUp PgDn  Home g', 'move by a page, or to the oldest'],
  ['End G', 'follow the newest again'],
  ['Enter d', 'show the delivery with its attempts; Esc goes back'],
  ['r', 'send the delivery again'],
  ['e', 'edit the body in $VISUAL or $EDITOR, and send the edited body'],
  ['f', 'send the delivery again with a fault'],
  ['a', 'retry a waiting delivery now'],
  ['x', 'abort the attempt under way, or cancel a waiting delivery'],
  ['/', 'filter: words, state:failed, event:card.*, subscription:ID'],
  ['Ctrl-Z', 'suspend; the shell command fg resumes'],
  ['?', 'this help'],
  ['q Ctrl-C', 'quit'],
]

/** The keys that have an effect now, the most important first. */
export function legalKeys(row: DeliveryRow | undefined, place: 'following' | 'paused' | 'detail'): string[] {
  const waits = row?.state === 'pending' || row?.state === 'retrying'
  return [
    place === 'detail' && 'Esc back',
    place === 'paused' && 'G newest',
    row && place !== 'detail' && 'd detail',
    row && 'r resend',
    row && 'e edit',
    row && 'f fault',
    row?.state === 'sending' && 'x abort',
    waits && 'x cancel',
    waits && 'a attempt now',
    place !== 'detail' && '/ filter',
  ].filter((key) => typeof key === 'string')
}
