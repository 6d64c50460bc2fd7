/** The tools of an assistant: one table. Over 300 lines: each row says when to use its tool and how its answer reads. */
import type { Ask } from '../library/ask.ts'
import { follow } from '../library/follow.ts'
import type { Outside } from '../outside.ts'
import type {
  ArmedError,
  Capture,
  CaptureRow,
  CatalogueEvent,
  Check,
  Clock,
  Code,
  Delivery,
  DeliveryRow,
  EventRow,
  FaultRule,
  Health,
  Run,
  Subscription,
  Verdict,
  Verified,
  Waited,
  WaitKind,
} from '../wire.ts'
import { outlineOf } from '../words/check-outline.ts'
import { sayCertainty } from '../words/check-report.ts'
import { deliveryHeadline } from '../words/delivery.ts'
import { rowLine } from '../words/delivery-lines.ts'
import { plural } from '../words/plural.ts'
import { receiverSecret } from '../words/receiver-secret.ts'
import { captureLine } from '../words/record-lines.ts'
import { textOf } from '../words/spans.ts'
import { hintWords, unmetWords, waitLine } from '../words/wait.ts'
import { explain } from './explain.ts'

/** What a tool works with. */
interface Context {
  ask: Ask
  outside: Outside
  /** The arguments of this call. */
  given: Record<string, unknown>
}

interface Row<Answer> {
  name: string
  /** The operation of the API, whose fields are the arguments. */
  operation: string
  /** Another operation, whose answer is part of its own. */
  covers?: string
  /** When to use it. */
  description: string
  /** Whether it only reads, may destroy, or has the same effect if it is called again. */
  hints: { reads?: true; destroys?: true; repeatable?: true }
  /** Arguments that are set unless the call sets them. */
  defaults?: Record<string, number>
  /** A list of the API that names the possible values of an argument. */
  values?: { of: string; path: string; list: string; member: string }
  /** Reads what follows from the answer, such as the end of a run. */
  finish?(answer: Answer, context: Context): Promise<Answer>
  text(answer: Answer, context: Context): string | Promise<string>
  /** What an assistant needs of the answer; all by default. */
  keep?(answer: Answer): object
}

export interface Tool
  extends Pick<
    Row<never>,
    'name' | 'operation' | 'covers' | 'description' | 'hints' | 'defaults' | 'values'
  > {
  /** Asks the sandbox, and describes its answer. */
  run(
    request: { method: string; path: string; query: object; body?: unknown },
    context: Context,
  ): Promise<{
    text: string
    structured: object
  }>
}

const tool = <Answer extends object>({ finish, text, keep, ...row }: Row<Answer>): Tool => ({
  ...row,
  async run({ method, path, query, body }, context) {
    const asked = { query: { ...query }, ...(body !== undefined && { body }) }
    const first = await context.ask.json<Answer>(method, path, asked)
    const answer = finish ? await finish(first, context) : first
    return { text: await text(answer, context), structured: keep ? keep(answer) : answer }
  },
})

/** How long a tool waits for the end of new deliveries, ms. */
const settleMs = 5000
/** The number of new deliveries that a tool waits for. */
const mostFollowed = 10

/** A delivery once its first attempt has ended. */
async function ended(row: DeliveryRow, context: Context): Promise<DeliveryRow> {
  const { delivery } = await follow<{ delivery: DeliveryRow }>(context, `/sandbox/deliveries/${row.id}`, {
    first: { delivery: row },
    isOver: ({ delivery: { state } }) => state !== 'pending' && state !== 'sending',
    forMs: settleMs,
  })
  return delivery
}

const shortDelivery = ({
  id,
  event_id,
  event,
  subscription_id,
  url,
  state,
  attempts_made,
  attempts_max,
  last_outcome,
  next_attempt_at,
  fault,
  reason,
  created_at,
}: DeliveryRow) => ({
  id,
  event_id,
  event,
  subscription_id,
  url,
  state,
  attempts_made,
  attempts_max,
  last_outcome,
  next_attempt_at,
  fault,
  reason,
  created_at,
})

const shortCapture = ({
  id,
  endpoint,
  received_at,
  method,
  path,
  body_size,
  event,
  verdict,
  reply,
  ...more
}: CaptureRow) => ({
  id,
  endpoint,
  received_at,
  method,
  path,
  body_size,
  event,
  verdict: { result: verdict.result, scheme: verdict.scheme, reason: verdict.reason },
  status: reply.status,
  webhook_id: more.webhook_id,
  delivery_id: more.delivery_id,
  mistakes: more.mistakes.map(({ mistake }) => mistake),
})

/** A row of any list, as an assistant needs it. */
const shortRow = (row: Waited['matched'][number]): object =>
  'attempts_made' in row ? shortDelivery(row) : 'verdict' in row ? shortCapture(row) : row

const shortSubscription = ({ id, url, events, scheme, status, ...keys }: Subscription) => ({
  id,
  url,
  events,
  scheme,
  status,
  secret: receiverSecret(keys),
})

const verdictLines = ({ result, scheme, reason, hint, causes }: Verdict): string[] => [
  `Signature: ${result.replaceAll('_', ' ')}${scheme === null ? '' : ` (${scheme})`}. ${reason}`,
  ...causes.flatMap(({ detail, fix }) => [`Cause: ${detail}`, `Fix: ${fix}`]),
  ...(causes.length > 0 || hint === null ? [] : [`Fix: ${hint}`]),
]

/** A list as its lines; what to say without any. */
const lines = (rows: readonly string[], none: string): string => (rows.length === 0 ? none : rows.join('\n'))

interface Fired {
  events: EventRow[]
  deliveries: DeliveryRow[]
  counts: { events: number; deliveries: number }
}

interface Status extends Health {
  subscriptions?: Subscription[]
}

export const tools: readonly Tool[] = [
  tool<Status>({
    name: 'status',
    operation: 'getHealth',
    covers: 'listSubscriptions',
    description:
      'Shows whether the sandbox is well, its time, the number of records, and each subscription with its URL and secret. Call this first.',
    hints: { reads: true, repeatable: true },
    async finish(health, { ask }) {
      return {
        ...health,
        subscriptions: await ask.all<Subscription>('/sandbox/subscriptions', 'subscriptions'),
      }
    },
    text: ({ version, now, counts, problem, subscriptions = [] }, { ask }) =>
      [
        `Webhook Sandbox ${version}, time ${now}. The user can watch everything at ${ask.base}/`,
        `${plural(counts.events, 'event')}, ${plural(counts.deliveries, 'delivery', 'deliveries')}, ${plural(counts.captures, 'capture')}.`,
        ...(problem === null ? [] : [`${problem.message} ${problem.fix}`]),
        ...subscriptions.slice(0, 20).map(({ id, url, status }) => `${id}  ${url}  ${status}`),
      ].join('\n'),
    keep: ({ subscriptions = [], ...health }) => ({
      ...health,
      subscriptions: subscriptions.map(shortSubscription),
    }),
  }),
  tool<{ events: CatalogueEvent[] }>({
    name: 'list_events',
    operation: 'listEventKinds',
    description: 'Lists the names of the events that trigger_event can send, each with its meaning.',
    hints: { reads: true, repeatable: true },
    text: ({ events }) => events.map(({ event }) => event).join(', '),
    keep: ({ events }) => ({ events: events.map(({ event, description }) => ({ event, description })) }),
  }),
  tool<Fired>({
    name: 'trigger_event',
    operation: 'triggerEvent',
    description:
      'Sends a signed webhook to each subscribed receiver, and returns how each receiver answered. If a delivery failed, call explain_delivery next. Subscribe the receiver first with subscribe_receiver.',
    hints: {},
    async finish(fired, context) {
      const followed = fired.deliveries.slice(0, mostFollowed).map((row) => ended(row, context))
      return {
        ...fired,
        deliveries: [...(await Promise.all(followed)), ...fired.deliveries.slice(mostFollowed)],
      }
    },
    text: ({ counts, deliveries }) =>
      [
        `${plural(counts.events, 'event')}, ${plural(counts.deliveries, 'delivery', 'deliveries')}.`,
        ...deliveries.slice(0, mostFollowed).map((row) => `${row.id}  ${deliveryHeadline(row)}`),
        ...(counts.deliveries === 0
          ? ['No subscription wants this event. Call subscribe_receiver first.']
          : []),
      ].join('\n'),
    keep: ({ counts, events, deliveries }) => ({
      counts,
      events: events.map(({ id, event, occurred_at }) => ({ id, event, occurred_at })),
      deliveries: deliveries.map(shortDelivery),
    }),
  }),
  tool<{ subscription: Subscription; warnings: string[] }>({
    name: 'subscribe_receiver',
    operation: 'createSubscription',
    description:
      "Subscribes the user's webhook receiver at a URL, such as http://localhost:3000/webhooks, and returns the signing secret that the receiver must use. The default sends every event.",
    hints: {},
    text: ({ subscription: { id, url, scheme, ...keys }, warnings }) =>
      [
        `${id} sends to ${url}, signed with ${scheme}. Set the receiver's secret to ${receiverSecret(keys)}`,
        ...warnings,
      ].join('\n'),
    keep: ({ subscription, warnings }) => ({ subscription: shortSubscription(subscription), warnings }),
  }),
  tool<Waited>({
    name: 'wait_for',
    operation: 'wait',
    description:
      'Waits until records match, such as kind delivery with state succeeded, or kind capture with an endpoint. Counts from the last trigger_event, resend, run_scenario or reset; since changes that. Use a timeout_ms below 60000.',
    hints: { reads: true },
    defaults: { timeout_ms: 10_000 },
    async text(answer, { ask, given }) {
      const kind = given.kind as WaitKind
      const wanted = {
        kind,
        count: Number(given.count ?? 1),
        none: given.none === true || given.none === 'true',
        timeoutMs: Number(given.timeout_ms),
      }
      const matched = answer.matched.slice(0, 20).map((row) => `${row.id}  ${textOf(waitLine(row))}`)
      if (answer.met) return lines(matched, `No ${kind} arrived, as wanted.`)
      const { now } = await ask.get<Health>('/sandbox/health')
      return [
        unmetWords(answer, wanted),
        hintWords(answer, wanted, { now, everything: 'since start' }),
        ...matched,
      ].join('\n')
    },
    keep: ({ matched, arrived_instead = [], met, timed_out, since, closest }) => ({
      met,
      timed_out,
      since,
      matched: matched.map(shortRow),
      arrived_instead: arrived_instead.map(shortRow),
      closest: closest ? { ...closest, record: closest.record.id, also_missed: closest.also_missed } : null,
    }),
  }),
  tool<{ deliveries: DeliveryRow[]; next: string | null }>({
    name: 'list_deliveries',
    operation: 'listDeliveries',
    description:
      'Lists deliveries to receivers, newest first, with their outcome. Filter by state (failed, retrying), event or subscription_id. Then call explain_delivery with an id.',
    hints: { reads: true, repeatable: true },
    defaults: { limit: 20 },
    text: ({ deliveries }) =>
      lines(
        deliveries.map((row) => textOf(rowLine(row))),
        'No delivery matches. Send an event with trigger_event.',
      ),
    keep: ({ deliveries, next }) => ({ deliveries: deliveries.map(shortDelivery), next }),
  }),
  tool<{ delivery: Delivery }>({
    name: 'explain_delivery',
    operation: 'getDelivery',
    description:
      'Explains why a receiver answered as it did: the cause and the fix, with each attempt, the headers and bodies sent and received. Use this whenever a receiver answers an error such as 401 or 500.',
    hints: { reads: true, repeatable: true },
    defaults: { body_limit: 2000 },
    text: async ({ delivery }, { ask }) => (await explain(delivery, ask)).join('\n'),
    keep: ({ delivery: { attempts, findings, ...row } }) => ({
      delivery: { ...shortDelivery({ ...row }), scheme: row.scheme, findings, attempts: attempts.slice(-3) },
    }),
  }),
  tool<{ delivery: DeliveryRow }>({
    name: 'resend',
    operation: 'resendDelivery',
    description:
      'Sends a delivery again, for example after the receiver was mended, and returns how the receiver answered.',
    hints: {},
    finish: async ({ delivery }, context) => ({ delivery: await ended(delivery, context) }),
    text: ({ delivery }) => `${delivery.id}  ${deliveryHeadline(delivery)}`,
    keep: ({ delivery }) => ({ delivery: shortDelivery(delivery) }),
  }),
  tool<{ captures: CaptureRow[]; next: string | null }>({
    name: 'list_captures',
    operation: 'listCaptures',
    description:
      'Lists requests that the sandbox received below /in/NAME, newest first, each with the verdict on its signature. Use this for webhooks that the user sends to the sandbox. Then call explain_capture with an id.',
    hints: { reads: true, repeatable: true },
    defaults: { limit: 20 },
    text: ({ captures }, { ask }) =>
      lines(
        captures.map((row) => `${row.id}  ${textOf(captureLine(row))}`),
        `No capture matches. Send a request to ${ask.base}/in/NAME, with any name.`,
      ),
    keep: ({ captures, next }) => ({ captures: captures.map(shortCapture), next }),
  }),
  tool<{ capture: Capture }>({
    name: 'explain_capture',
    operation: 'getCapture',
    description:
      'Explains a request that the sandbox received: whether its signature is right, and if not, the mistake of the sender and the fix.',
    hints: { reads: true, repeatable: true },
    defaults: { body_limit: 2000 },
    finish: (first, context) =>
      follow<{ capture: Capture }>(context, `/sandbox/captures/${first.capture.id}?body_limit=2000`, {
        first,
        isOver: ({ capture }) => capture.verdict.explained,
        forMs: settleMs,
      }),
    text: ({ capture: { id, method, target, verdict, reply, mistakes } }) =>
      [
        `${id}  ${method} ${target}, answered ${reply.status === 0 ? 'nothing' : reply.status}`,
        ...verdictLines(verdict),
        ...mistakes.map(({ detail }) => `Mistake: ${detail}`),
      ].join('\n'),
    keep: ({ capture }) => ({
      capture: {
        ...shortCapture(capture),
        verdict: capture.verdict,
        mistakes: capture.mistakes,
        headers: capture.headers,
        body: capture.body,
        body_left_out: capture.body_left_out,
      },
    }),
  }),
  tool<Verified>({
    name: 'verify_signature',
    operation: 'verify',
    description:
      "Verifies a signed request that you give: headers, exact body, and optionally scheme and secret. Put the signature that the user's code computed into answer: the verdict then names the mistake in that code.",
    hints: { reads: true, repeatable: true },
    text: ({ verdict, answered = [] }) =>
      [
        ...verdictLines(verdict),
        ...answered.flatMap((one) => [`The signature ${one.signature}:`, ...verdictLines(one.verdict)]),
      ].join('\n'),
  }),
  tool<{ code: Code }>({
    name: 'write_receiver',
    operation: 'writeCode',
    description:
      'Writes the code of a receiver that verifies signatures, in a language and framework. Give subscription_id for its scheme.',
    hints: { reads: true, repeatable: true },
    values: { of: 'language', path: '/sandbox/catalogue/languages', list: 'languages', member: 'language' },
    text: ({ code: { file, text, install, run, note } }) =>
      [
        `Save as ${file}.`,
        ...(install === null ? [] : [`Install with: ${install}`]),
        `Run with: ${run}`,
        note,
        '',
        text,
      ].join('\n'),
    keep: ({ code: { text: _, ...code } }) => ({ code }),
  }),
  tool<{ armed_error: ArmedError; note: string | null }>({
    name: 'arm_error',
    operation: 'armError',
    description:
      "Makes the emulated API answer an error to the user's next matching call, such as code insufficient_funds, so that the user can test how the code handles that error.",
    hints: {},
    text: ({ armed_error: { id }, note }) =>
      [`${id} answers the next matching call.`, ...(note === null ? [] : [note])].join('\n'),
  }),
  tool<{ fault_rule: FaultRule }>({
    name: 'set_fault',
    operation: 'makeFaultRule',
    description:
      'Breaks coming deliveries on purpose, such as duplicate(2), drop or tamper(signature), to test whether the receiver copes. reset removes the rule. For one event, use fault of trigger_event.',
    hints: {},
    values: { of: 'fault', path: '/sandbox/catalogue/faults', list: 'faults', member: 'fault' },
    text: ({ fault_rule: { id, fault, event } }) => `${id} applies ${fault} to deliveries of ${event}.`,
  }),
  tool<{ clock: Clock; settled?: boolean }>({
    name: 'advance_clock',
    operation: 'orderClock',
    description:
      "Moves the sandbox's own clock, such as advance 5m, so that retries become due at once. mode manual stops the clock, mode real starts it.",
    hints: {},
    text: ({ clock: { now }, settled }) =>
      `The time of the sandbox is ${now}.${settled === false ? ' Some work is still under way. Call the tool again to continue.' : ''}`,
  }),
  tool<{ run: Run }>({
    name: 'run_scenario',
    operation: 'runScenario',
    description:
      'Runs a scripted flow of the platform, such as an onboarding, to its end, and returns each step.',
    hints: {},
    values: { of: 'name', path: '/sandbox/scenarios', list: 'scenarios', member: 'name' },
    finish: (first, context) =>
      first.run.paused
        ? Promise.resolve(first)
        : follow<{ run: Run }>(context, `/sandbox/runs/${first.run.id}`, {
            first,
            isOver: ({ run }) => run.state !== 'running' || run.paused,
          }),
    text: ({ run: { id, title, state, detail, steps } }) =>
      [
        `${id} ${title}: ${state}${detail === null ? '' : `. ${detail}`}`,
        ...steps.map(
          (step) =>
            `${step.index}. ${step.summary}: ${step.state}${step.detail === null ? '' : `, ${step.detail}`}`,
        ),
      ].join('\n'),
    keep: ({ run: { id, scenario, state, detail, subscription_id, endpoint, steps } }) => ({
      run: {
        id,
        scenario,
        state,
        detail,
        subscription_id,
        endpoint,
        steps: steps.map((step) => ({
          index: step.index,
          summary: step.summary,
          state: step.state,
          detail: step.detail,
          refs: step.refs,
        })),
      },
    }),
  }),
  tool<{ check: Check }>({
    name: 'check_receiver',
    operation: 'startCheck',
    description:
      'Tests a webhook receiver with valid, forged, repeated and broken deliveries, and returns each problem with its fix. The receiver must run. Give url and the secret that the receiver has, or subscription_id.',
    hints: {},
    finish: (first, context) =>
      follow<{ check: Check }>(context, `/sandbox/checks/${first.check.id}`, {
        first,
        isOver: ({ check }) => check.state !== 'running',
      }),
    text({ check }) {
      const { conclusion, problems, warnings, diagnosis } = outlineOf(check)
      const lineOf = ({ id, headline, observed, mistake, fix }: Check['probes'][number]) =>
        [`${id}: ${headline}.`, observed, mistake ? sayCertainty(mistake) : [], `Fix: ${fix}`]
          .flat()
          .join(' ')
      return [
        `Score ${check.score} of 100. ${conclusion}`,
        ...(diagnosis === null ? [] : [`Cause: ${diagnosis.summary} Fix: ${diagnosis.fix}`]),
        ...[...problems, ...warnings].map(lineOf),
      ].join('\n')
    },
    keep: ({ check: { probes, pending: _, ...check } }) => ({
      check: {
        ...check,
        problems: probes
          .filter(({ result }) => result === 'fail' || result === 'warn')
          .map(({ id, severity, result, observed, fix, deliveries }) => ({
            id,
            severity,
            result,
            observed,
            fix,
            deliveries,
          })),
      },
    }),
  }),
  tool<{ reset: true; kept: string[] }>({
    name: 'reset',
    operation: 'reset',
    description:
      'Empties the sandbox: all events, deliveries, captures, subscriptions and faults. keep keeps subscriptions or endpoints. Ask the user first.',
    hints: { destroys: true, repeatable: true },
    text: ({ kept }) =>
      `The sandbox is empty${kept.length === 0 ? '' : ` except for its ${kept.join(' and ')}`}.`,
  }),
]
