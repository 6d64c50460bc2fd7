import type { Delivery, DeliveryRow, Finding } from '../wire.ts'
import type { Client } from './client.ts'
import { type Line, type Style, span } from './spans.ts'

const styles = {
  wrong: 'red',
  probably_wrong: 'red',
  probably_right: 'green',
  nothing: 'gray',
} as const satisfies Record<Finding['says'], Style>

/** What the answers to a fault tell of the receiver, as one line. */
export const findingLine = ({ says, title, detail }: Finding): Line => [
  span('found'.padEnd(9), 'gray'),
  span(`${title}.`, styles[says]),
  span(` ${detail}`),
]

/** Of several deliveries, each thing found once: as of the first, and of how many more. */
export function findingLines(found: readonly Finding[]): Line[] {
  const titles = [...new Set(found.map(({ title }) => title))]
  return titles.flatMap((title) => {
    const alike = found.filter((one) => one.title === title)
    const [first, ...more] = alike
    if (first === undefined) return []
    return [[...findingLine(first), span(more.length === 0 ? '' : ` The same of ${more.length} more.`)]]
  })
}

/** So many are asked about at a time. */
const atATime = 16

/** What was found of deliveries that have ended: of those with a fault that were sent more than once, and of the first of the others. */
export async function findingsOf(client: Client, rows: readonly DeliveryRow[]): Promise<Finding[]> {
  async function read({ id }: DeliveryRow): Promise<Finding[]> {
    const path = `/sandbox/deliveries/${encodeURIComponent(id)}?body_limit=0`
    return (await client.get<{ delivery: Delivery }>(path, 'delivery')).delivery.findings
  }
  const telling = [
    ...rows.filter(wasSentAgain),
    // What one answer tells, such as a page in place of the receiver, it tells to all.
    ...rows
      .filter((row) => !wasSentAgain(row) && (row.fault !== null || row.state === 'succeeded'))
      .slice(0, atATime),
  ]
  const found: Finding[] = []
  for (let from = 0; from < telling.length; from += atATime)
    found.push(...(await Promise.all(telling.slice(from, from + atATime).map(read))).flat())
  return found
}

/** Held against each other, its attempts tell what those of no other do. */
const wasSentAgain = ({ fault, attempts_made }: DeliveryRow) => fault !== null && attempts_made > 1
