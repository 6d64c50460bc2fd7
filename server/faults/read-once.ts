/** Caches parsed faults, because many deliveries share few texts. */
import type { FaultParts } from '../wire.ts'
import type { Fault } from './fault.ts'
import { readFault } from './grammar.ts'

const read = new Map<string, { fault: Fault; parts: FaultParts } | null>()

function readOnce(text: string | null) {
  if (text === null) return null
  const known = read.get(text)
  if (known !== undefined) return known
  const fault = readFault(text)
  const found = 'problem' in fault ? null : { fault, parts: partsOf(fault) }
  if (read.size >= 1000) read.clear()
  read.set(text, found)
  return found
}

const partsOf = ({ parts, sticky }: Fault): FaultParts => [
  ...parts.map(({ name, text, args }) => ({ name, text, args })),
  ...(sticky ? [{ name: 'sticky', text: 'sticky', args: {} }] : []),
]

export const faultOf = ({ fault }: { fault: string | null }): Fault | null => readOnce(fault)?.fault ?? null

/** The API's fields for a fault. */
export const faultWire = <T extends string | null>(fault: T): { fault: T; fault_parts: FaultParts } => ({
  fault,
  fault_parts: readOnce(fault)?.parts ?? null,
})
