import { fail } from '../failures.ts'

/** What is asked for by its id, by the code that refuses an id which none has. */
const sought = {
  armed_error_unknown: 'armed error',
  call_unknown: 'call',
  capture_unknown: 'capture',
  delivery_unknown: 'delivery',
  event_unknown: 'event',
  fault_rule_unknown: 'standing rule',
  run_unknown: 'run',
  subscription_unknown: 'subscription',
} as const

/** What an id is of, by how it begins, and what shows that; `*` stands for the id. */
const known: Record<string, string> = {
  arm: 'an armed error: GET /sandbox/armed-errors lists them.',
  cal: 'a call: GET /sandbox/calls/* shows it.',
  cap: 'a capture: GET /sandbox/captures/* shows it.',
  dlv: 'a delivery: GET /sandbox/deliveries/* shows it.',
  evt: 'an event: GET /sandbox/deliveries?q=* lists its deliveries.',
  flt: 'a standing rule: GET /sandbox/fault-rules lists them.',
  run: 'a run: GET /sandbox/runs/* shows it.',
}

/** What shows that which an id is of; undefined of one of this kind, or of none. They stand beside each other in what is printed. */
export function leadOf(id: string, kind: string): string | undefined {
  const [, begun = ''] = /^(\w{3})_\w{1,50}$/.exec(id) ?? []
  const other = known[begun]
  const isOther = other !== undefined && !other.startsWith(`a ${kind}:`) && !other.startsWith(`an ${kind}:`)
  return isOther ? `It is that of ${other.replace('*', id)}` : undefined
}

/** Refuses an id that nothing of the kind has. One of another kind leads to that. */
export const failUnknown = (code: keyof typeof sought, id = ''): never =>
  fail(code, `No ${sought[code]} has the id ${id.slice(0, 100)}.`, leadOf(id, sought[code]))
