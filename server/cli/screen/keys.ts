import type { DeliveryRow } from '../../wire.ts'

/** A key, as far as it matters here. */
export interface Key {
  /** `up`, `return`, `r`, …; '' where it has none. */
  name: string
  ctrl: boolean
  /** What it writes; '' where it writes nothing. */
  text: string
}

/** What node:readline tells of a key press. */
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

/** The keys as they are told to people. */
export const helpOfKeys: readonly [keys: string, does: string][] = [
  ['↑ ↓  k j', 'select; the list stands still'],
  ['PgUp PgDn  Home g', 'move further'],
  ['End G', 'follow the newest again'],
  ['Enter d', 'the delivery with its attempts; Esc goes back'],
  ['r', 'send it again'],
  ['e', 'edit the body in $VISUAL or $EDITOR and send that'],
  ['f', 'send it again with a fault'],
  ['a', 'try a waiting delivery at once'],
  ['x', 'abort the attempt under way, or cancel what waits'],
  ['/', 'filter: words, state:failed, event:card.*, subscription:ID'],
  ['Ctrl-Z', 'stop; fg goes on'],
  ['?', 'this help'],
  ['q Ctrl-C', 'quit'],
]

/** The keys that do something now, those that matter most first. */
export function legalKeys(
  row: DeliveryRow | undefined,
  place: 'following' | 'standing' | 'detail',
): string[] {
  const waits = row?.state === 'pending' || row?.state === 'retrying'
  return [
    place === 'detail' && 'Esc back',
    place === 'standing' && 'G newest',
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
