import type { ReplayOrder } from '../live/replay-order.ts'
import { joined } from './command-line.ts'
import { bare, quoted } from './curl.ts'

/** The same replay as the command line knows it; null for one that it cannot say. */
export function replayCommand(
  capture: string,
  { url, method, headers = {}, body, sign }: ReplayOrder,
): string | null {
  if (typeof sign === 'object' || Object.values(headers).includes(null)) return null
  const parts = [`capture replay ${capture}`]
  if (url !== undefined) parts.push(`--to ${bare(url)}`)
  if (sign === true) parts.push('--sign')
  if (method !== undefined) parts.push(`--method ${bare(method)}`)
  for (const [name, value] of Object.entries(headers)) parts.push(`--header ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`--body ${quoted(body)}`)
  return joined(parts)
}
