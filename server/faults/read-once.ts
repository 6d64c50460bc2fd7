import type { Fault } from './fault.ts'
import { readFault } from './grammar.ts'

const read = new Map<string, Fault | null>()

/** The fault of a delivery, read once: few texts are put on many deliveries. */
export function faultOf({ fault: text }: { fault: string | null }): Fault | null {
  if (text === null) return null
  const known = read.get(text)
  if (known !== undefined) return known
  const found = readFault(text)
  const fault = 'problem' in found ? null : found
  if (read.size >= 1000) read.clear()
  read.set(text, fault)
  return fault
}
