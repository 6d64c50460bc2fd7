/** Refuses an unknown id, and says where to find a record of another kind with this id. */
import { fail } from '../failures.ts'
import { type Act, call, type Said, said } from '../words/act.ts'

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

/** What an id is of by its prefix: the refusal of an unknown one, the kind of record, and the call that leads to it. */
const known: Record<
  string,
  [code: keyof typeof sought, kind: string, way: (id: string) => Act, does: string]
> = {
  arm: ['armed_error_unknown', 'an armed error', () => call('listArmedErrors'), 'lists them'],
  cal: ['call_unknown', 'a call', (id) => call('getCall', { id }), 'shows it'],
  cap: ['capture_unknown', 'a capture', (id) => call('getCapture', { id }), 'shows it'],
  chk: ['check_unknown', 'a check', (id) => call('getCheck', { id }), 'shows it'],
  dlv: ['delivery_unknown', 'a delivery', (id) => call('getDelivery', { id }), 'shows it'],
  evt: ['event_unknown', 'an event', (q) => call('listDeliveries', { q }), 'lists its deliveries'],
  flt: ['fault_rule_unknown', 'a fault rule', () => call('listFaultRules'), 'lists them'],
  run: ['run_unknown', 'a run', (id) => call('getRun', { id }), 'shows it'],
}

/** Says which kind of record has this id and how to read it. Undefined for an id of the expected or of no known kind. */
function leadOf(id: string, asked: keyof typeof sought): Said | undefined {
  const [, begun = ''] = /^(\w{3})_\w{1,50}$/.exec(id) ?? []
  const [code, kind, way, does] = known[begun] ?? []
  if (kind === undefined || way === undefined || does === undefined || code === asked) return undefined
  return said`This is the id of ${kind}: ${way(id)} ${does}.`
}

/** Refuses an id that no record of this kind has, and names its real kind if there is one. */
export const failUnknown = (code: keyof typeof sought, id = ''): never =>
  fail(code, `No ${sought[code]} has the id ${id.slice(0, 100)}.`, leadOf(id, code))
