import { expect, test, vi } from 'vitest'

// These read the page's address when they load.
vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { flawsOf, orderOf, typedOf } = await import('../../ui/form/form.tsx')
const { answerDraft, answerFields } = await import('../../ui/endpoint/answer-draft.ts')
const { endpointDraft, endpointFields, limitFields } = await import('../../ui/endpoint/endpoint-draft.ts')
const { ruleDraft, ruleFields } = await import('../../ui/endpoint/rule-draft.ts')
const arming = await import('../../ui/errors/arm-order.ts')
const faults = await import('../../ui/faults/standing-faults.tsx')
const { resendFields, unchanged } = await import('../../ui/delivery/resending.ts')
const { replayFields } = await import('../../ui/capture/replay.tsx')
const { sameBytes } = await import('../../ui/live/replay-order.ts')
const run = await import('../../ui/simulator/run-form.tsx')
const traffic = await import('../../ui/simulator/traffic-form.tsx')
const trigger = await import('../../ui/simulator/trigger-draft.ts')
const subscription = await import('../../ui/subscription/subscription-form.tsx')
const { catalogue } = await import('../../ui/live/settings.ts')

type Rows = Parameters<typeof flawsOf<Record<string, unknown>, unknown>>[0]
type Form = Readonly<Record<string, unknown>>
interface FormCase {
  rows: unknown
  /** A form that the sandbox accepts. */
  right: Form
  /** What the reader types, and so the field that shows a reason. */
  wrong: Form
}

const capture = { method: 'POST', headers: [], body: '{}', body_size: 2 }
const forms: Record<string, FormCase> = {
  subscribe: {
    rows: subscription.newFields,
    right: { url: 'http://localhost:3000/hook', events: '*', identity: 'demo', description: '' },
    wrong: { url: 'not an address' },
  },
  subscription: {
    rows: subscription.subscriptionFields,
    right: {
      ...typedOf(subscription.subscriptionFields, { url: 'http://localhost:3000/hook', events: ['*'] }),
    },
    wrong: { url: 'not an address', scheme_options: '[1]', concurrency: '0', timeout_ms: '1.5' },
  },
  endpoint: {
    rows: endpointFields(null),
    right: { ...endpointDraft(null), name: 'mine', scheme: 'basic' },
    wrong: {
      name: 'a b',
      scheme_options: 'x',
      forward_to: 'localhost:3000',
      reply: { hasRules: true, rules: [], answers: [] },
      rate_limit: { limit: '0', per: '', burst: '' },
    },
  },
  'response of an endpoint': {
    rows: answerFields,
    right: answerDraft(),
    wrong: { status: '99', delay_ms: '600001', body_ms: 'x', headers: 'none' },
  },
  'rule of an endpoint': {
    rows: ruleFields,
    right: ruleDraft(),
    wrong: { method: 'P T', path: 'orders', headers: 'none', json: 'none' },
  },
  'rate limit of an endpoint': {
    rows: limitFields,
    right: { limit: '5', per: '1s', burst: '' },
    wrong: { limit: '1000001', per: '5', burst: '-1' },
  },
  'armed error': {
    rows: arming.answerFields,
    right: arming.nextCall,
    wrong: { status: '600', times: '0', after: '-1', probability: '1.1', delay_ms: '1.5' },
  },
  'fault rule': {
    rows: faults.ruleFields,
    right: { fault: 'drop', event: '', subscription_id: '', every: '', probability: '', first: '' },
    wrong: { every: '0', probability: '-0.1', first: '1e9x' },
  },
  trigger: {
    rows: trigger.triggerFields({ name: 'card.created', event: undefined, paths: [] }),
    right: trigger.firstTrigger,
    wrong: { set: [{ path: 'spoon', typed: '1' }], count: '100001' },
  },
  traffic: {
    rows: traffic.trafficFields,
    right: traffic.firstTraffic,
    wrong: { rate: '0', events: [{ event: 'spoon.*', weight: '1' }], count: '0', seed: '-1' },
  },
  run: {
    rows: run.runFields({ set: {} }),
    right: run.emptyRun,
    wrong: { seed: `${2 ** 32}` },
  },
  resend: {
    rows: resendFields(true),
    right: { ...unchanged({ url: 'http://x', body: '{}' }) },
    wrong: { headers: 'none' },
  },
  replay: {
    rows: replayFields(capture, false),
    right: { ...sameBytes({ ...capture, verdict: { scheme: null } } as never, '') },
    wrong: { headers: 'none' },
  },
}

test.each(Object.entries(forms))(
  'the form of a %s shows a reason at each wrong field while typing',
  (_, of) => {
    catalogue.value = [{ event: 'card.created' }] as never
    const rows = of.rows as Rows
    expect(flawsOf(rows, of.right as never)).toEqual({})
    const flaws = flawsOf(rows, { ...of.right, ...of.wrong } as never)
    expect(Object.keys(flaws).sort()).toEqual(Object.keys(of.wrong).sort())
  },
)

test('a required field shows its reason only when the form is sent', () => {
  const rows = faults.ruleFields
  const empty = typedOf(rows, {})
  expect(flawsOf(rows, empty)).toEqual({})
  expect(Object.keys(flawsOf(rows, empty, true))).toEqual(['fault'])
})

test('force sends what the schema refuses, but no text that is not JSON', () => {
  const rows = trigger.triggerFields({ name: 'card.created', event: undefined, paths: [] })
  const spoon = { ...trigger.firstTrigger, set: [{ path: 'spoon', typed: '1' }], force: 'on' }
  expect(flawsOf(rows, spoon)).toEqual({})
  expect(Object.keys(flawsOf(rows, { ...spoon, payload: { text: '{"a":}' } }))).toEqual(['payload'])
  expect(Object.keys(flawsOf(rows, { ...spoon, set: [{ path: '', typed: '1' }] }))).toEqual(['set'])
})

test('hidden fields block nothing and are not sent', () => {
  const hidden = { ...arming.nextCall, outcome: 'hang', status: '9999', body: 'x', times: '' }
  expect(flawsOf(arming.answerFields, hidden)).toEqual({})
  expect(orderOf(arming.answerFields, hidden)).toEqual({ outcome: 'hang' })
})
