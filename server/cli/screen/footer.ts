/** Formats the last lines of the screen: a message, the typed line, or what is shown and the keys. */
import { plural } from '../../words/plural.ts'
import { printable } from '../../words/printable.ts'
import { type Line, span } from '../../words/spans.ts'
import { cut, cutStart, inWords, widthOf } from '../width.ts'
import { legalKeys } from './keys.ts'
import { type ScreenState, selectedRow } from './state.ts'

const lineLabels = { filter: 'filter', fault: 'fault' }
type LineMode = Extract<ScreenState['mode'], { kind: 'line' }>

/** The text before the cursor. If it is wider than the screen, only its end. */
const beforeCursor = ({ about, input }: LineMode, columns: number): string =>
  cutStart(printable(input.text.slice(0, input.at)), columns - widthOf(lineLabels[about]) - 3)

const typingLine = (mode: LineMode, columns: number): Line => [
  span(`${lineLabels[mode.about]}: `, 'bold'),
  span(beforeCursor(mode, columns)),
  span(mode.input.text.slice(mode.input.at)),
]

/** The column of the cursor in the typed line. */
export const cursorOf = (mode: LineMode, columns: number): number =>
  widthOf(lineLabels[mode.about]) + 2 + widthOf(beforeCursor(mode, columns))

export function footer(state: ScreenState): Line[] {
  const { mode, message, selected, columns, height } = state
  const typing: Line[] = mode.kind === 'line' ? [typingLine(mode, columns)] : []
  if (message) {
    // A message may be long. The list must stay visible.
    const lines = inWords(printable(message.text), columns).slice(0, Math.ceil(height / 2))
    const style = message.isBad ? 'red' : 'green'
    return [...lines.map((line): Line => [span(line, style)]), ...typing]
  }
  if (mode.kind === 'line') return typing
  if (mode.kind === 'help')
    return [[span('help', 'bold'), span('  ↑ ↓ move  any other key goes back', 'gray')]]
  const following = selected === null ? 'following' : 'paused'
  const place = mode.kind === 'detail' ? 'detail' : following
  const row = mode.kind === 'detail' ? (mode.delivery ?? undefined) : selectedRow(state)
  const said = whatIsShown(state, place)
  return [
    [span(said, 'bold'), span(`  ${keysFor(legalKeys(row, place), columns - widthOf(said) - 2)}`, 'gray')],
  ]
}

/** The keys that are always shown. */
const always = '? help  q quit'
/** The least width of a filter: enough to show that there is one. */
const leastFilter = '  filter …'.length

/** The number of deliveries, the filter, and whether the list follows the newest, as far as there is room. */
function whatIsShown({ rows, hasOlder, filterText, columns }: ScreenState, place: string): string {
  const room = columns - widthOf(always) - 2
  const filter = filterText === '' ? '' : `  filter ${filterText}`
  const count = `${hasOlder ? 'newest ' : ''}${plural(rows.length, 'delivery', 'deliveries')}`
  const forms = [
    [count, place],
    [`${rows.length}`, place],
  ]
  for (const [before, behind] of forms) {
    const left = room - widthOf(`${before}  ${behind}`)
    if (left >= Math.min(widthOf(filter), leastFilter)) return `${before}${cut(filter, left)}  ${behind}`
  }
  return cut(place, room)
}

/** As many keys as there is room for. */
function keysFor(legal: readonly string[], room: number): string {
  const keys = [...legal]
  while (keys.length > 0 && widthOf([...keys, always].join('  ')) > room) keys.pop()
  return [...keys, always].join('  ')
}
