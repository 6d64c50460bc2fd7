import { plural } from '../../words/plural.ts'
import { printable } from '../../words/printable.ts'
import { type Line, span } from '../../words/spans.ts'
import { cut, cutStart, inWords, widthOf } from '../width.ts'
import { legalKeys } from './keys.ts'
import { type ScreenState, selectedRow } from './state.ts'

const lineLabels = { filter: 'filter', fault: 'fault' }
type LineMode = Extract<ScreenState['mode'], { kind: 'line' }>

/** What stands before the cursor, its end where it is longer than the screen is wide: there it is typed. */
const beforeCursor = ({ about, input }: LineMode, columns: number): string =>
  cutStart(printable(input.text.slice(0, input.at)), columns - widthOf(lineLabels[about]) - 3)

const typingLine = (mode: LineMode, columns: number): Line => [
  span(`${lineLabels[mode.about]}: `, 'bold'),
  span(beforeCursor(mode, columns)),
  span(mode.input.text.slice(mode.input.at)),
]

/** Where the cursor stands in the line that is typed. */
export const cursorOf = (mode: LineMode, columns: number): number =>
  widthOf(lineLabels[mode.about]) + 2 + widthOf(beforeCursor(mode, columns))

/** The last lines: what is said or typed, else what is shown and the keys. */
export function footer(state: ScreenState): Line[] {
  const { mode, message, selected, columns, height } = state
  const typing: Line[] = mode.kind === 'line' ? [typingLine(mode, columns)] : []
  if (message) {
    // What a refusal says may be long; the list stays seen.
    const lines = inWords(printable(message.text), columns).slice(0, Math.ceil(height / 2))
    const style = message.isBad ? 'red' : 'green'
    return [...lines.map((line): Line => [span(line, style)]), ...typing]
  }
  if (mode.kind === 'line') return typing
  if (mode.kind === 'help')
    return [[span('help', 'bold'), span('  ↑ ↓ move  any other key goes back', 'gray')]]
  const following = selected === null ? 'following' : 'standing'
  const place = mode.kind === 'detail' ? 'detail' : following
  const row = mode.kind === 'detail' ? (mode.delivery ?? undefined) : selectedRow(state)
  const said = whatIsShown(state, place)
  return [
    [span(said, 'bold'), span(`  ${keysFor(legalKeys(row, place), columns - widthOf(said) - 2)}`, 'gray')],
  ]
}

/** The keys that lead on, which are told always. */
const always = '? help  q quit'
/** So much of a filter says at least that there is one. */
const leastFilter = '  filter …'.length

/** How many, by which filter, and whether the newest are followed, as far as the keys that lead on leave room. */
function whatIsShown({ rows, hasOlder, filterText, columns }: ScreenState, place: string): string {
  const room = columns - widthOf(always) - 2
  const filter = filterText === '' ? '' : `  filter ${filterText}`
  const count = `${hasOlder ? 'newest ' : ''}${plural(rows.length, 'delivery', 'deliveries')}`
  const forms = [
    [count, place === 'standing' ? 'standing still' : place],
    [count, place],
    [`${rows.length}`, place],
  ]
  for (const [before, behind] of forms) {
    const left = room - widthOf(`${before}  ${behind}`)
    if (left >= Math.min(widthOf(filter), leastFilter)) return `${before}${cut(filter, left)}  ${behind}`
  }
  return cut(place, room)
}

/** As many as have room, those that lead on always. */
function keysFor(legal: readonly string[], room: number): string {
  const keys = [...legal]
  while (keys.length > 0 && widthOf([...keys, always].join('  ')) > room) keys.pop()
  return [...keys, always].join('  ')
}
