/** Refuses an unknown id, and says where to find a record of another kind with this id. */
import { fail } from '../failures.ts'

/** What each refusal code looked for. */
const sought = {
  armed_error_unknown: 'armed error',
  call_unknown: 'call',
  capture_unknown: 'capture',
  check_unknown: 'check',
  delivery_unknown: 'delivery',
  event_unknown: 'event',
  fault_rule_unknown: 'standing rule',
  platform_object_unknown: 'object of the platform',
  run_unknown: 'run',
  subscription_unknown: 'subscription',
} as const

/** The kind of an id by its prefix, and the request that shows the record. `*` is the place of the id. */
const known: Record<string, string> = {
  arm: 'an armed error: GET /sandbox/armed-errors lists them.',
  cal: 'a call: GET /sandbox/calls/* shows it.',
  cap: 'a capture: GET /sandbox/captures/* shows it.',
  chk: 'a check: GET /sandbox/checks/* shows it.',
  dlv: 'a delivery: GET /sandbox/deliveries/* shows it.',
  evt: 'an event: GET /sandbox/deliveries?q=* lists its deliveries.',
  flt: 'a fault rule: GET /sandbox/fault-rules lists them.',
  run: 'a run: GET /sandbox/runs/* shows it.',
}

/** Says which kind of record has this id and how to read it. Undefined for an id of the expected or of no known kind. */
function leadOf(id: string, kind: string): string | undefined {
  const [, begun = ''] = /^(\w{3})_\w{1,50}$/.exec(id) ?? []
  const other = known[begun]
  const isOther = other !== undefined && !other.startsWith(`a ${kind}:`) && !other.startsWith(`an ${kind}:`)
  return isOther ? `This is the id of ${other.replace('*', id)}` : undefined
}

/** Refuses an id that no record of this kind has, and names its real kind if there is one. */
export const failUnknown = (code: keyof typeof sought, id = ''): never =>
  fail(code, `No ${sought[code]} has the id ${id.slice(0, 100)}.`, leadOf(id, sought[code]))
