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

/** What was found of deliveries that have ended. */
export async function findingsOf(client: Client, rows: readonly DeliveryRow[]): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { id } of rows.filter(mayTell)) {
    const path = `/sandbox/deliveries/${encodeURIComponent(id)}?body_limit=0`
    found.push(...(await client.get<{ delivery: Delivery }>(path, 'delivery')).delivery.findings)
  }
  return found
}

/** One attempt alone tells nothing that the state does not. */
const mayTell = ({ fault, attempts_made }: DeliveryRow) => fault !== null && attempts_made > 1
