/** The routes that show deliveries and act on one of them. */
import { z } from 'zod'
import { listRoute } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import { bodyLimitQuery, bytesAnswer, signedWithin, toldBody } from '../body/body-limit.ts'
import { decodeBody } from '../body/decode/decode.ts'
import type { Config } from '../config.ts'
import type { Search } from '../database/search.ts'
import { fail } from '../failures.ts'
import type { Fault } from '../faults/fault.ts'
import { faultOf } from '../faults/read-once.ts'
import { findingsOf, toldFinding } from '../findings/findings.ts'
import { newestFindings } from '../findings/newest.ts'
import type { OneAtATime } from '../memory/one-at-a-time.ts'
import type { Outside } from '../outside.ts'
import { headersForm, mostHeaders, noPair, webAddress } from '../schema/fields.ts'
import { headerValue, requestHeaderName } from '../schema/header-names.ts'
import { recipeWith } from '../signing/options.ts'
import type { Recipes } from '../signing/recipes.ts'
import { signedContent } from '../verification/verify.ts'
import * as wire from '../wire.ts'
import type { DeliveryActs } from './acts.ts'
import type { AttemptStore, FullAttempt } from './attempts.ts'
import { expectedOf } from './compose.ts'
import type { Ledger } from './ledger.ts'
import { type DeliveryRecord, deliveryWire } from './record.ts'
import type { DeliveryStore } from './store.ts'

const headerName = requestHeaderName()

const resendBody = z
  .strictObject({
    body: z
      .union(
        [z.string(), z.record(z.string(), z.unknown())],
        'must be text, or an object that is sent as JSON',
      )
      .optional()
      .meta({
        description:
          'Exact text, or an object, which is sent as written here without the blanks between tokens',
      }),
    body_base64: z.base64().optional().meta({ description: 'The exact bytes' }),
    headers: z
      .union(
        [
          z.record(headerName, headerValue()),
          z.array(z.tuple([headerName, headerValue()], noPair)).max(...mostHeaders),
        ],
        headersForm,
      )
      .optional()
      .meta({ description: 'Headers that replace those of the same name, including the signature' }),
    url: webAddress().optional(),
    fault: z
      .string()
      .optional()
      .meta({ description: 'A deliberate fault, which may not set an edited header. No fault if left out' }),
  })
  .refine(
    ({ body, body_base64 }) => body === undefined || body_base64 === undefined,
    'must have body or body_base64, not both',
  )

const oneRow = {
  status: 200,
  description: 'The delivery',
  schema: z.object({ delivery: wire.deliveryRow }),
} as const

/** The acts on one delivery that have no body. */
const byHand = [
  {
    does: 'attemptNow',
    path: '/deliveries/{id}/attempt-now',
    operationId: 'attemptNow',
    summary: 'Attempt a pending delivery at once',
    description:
      'If its subscription has no free place, the delivery is due and starts when a place is free.',
    errors: [
      'delivery_unknown',
      'delivery_under_way',
      'delivery_not_first',
      'delivery_finished',
      'invalid_field',
    ],
  },
  {
    does: 'cancel',
    path: '/deliveries/{id}/cancel',
    operationId: 'cancelDelivery',
    summary: 'Cancel a delivery',
    description: 'An attempt under way is still recorded, and cut if its subscription is ordered.',
    errors: ['delivery_unknown', 'delivery_finished'],
  },
  {
    does: 'abort',
    path: '/deliveries/{id}/abort',
    operationId: 'abortDelivery',
    summary: 'Cut the attempt that waits for a response',
    description: 'The attempt is recorded as aborted and retried like any failure.',
    errors: ['delivery_unknown', 'delivery_not_under_way'],
  },
  {
    does: 'release',
    path: '/deliveries/{id}/release',
    operationId: 'releaseDelivery',
    summary: 'Let the next deliveries start while this delivery still waits for its response',
    errors: ['delivery_unknown', 'delivery_not_under_way'],
  },
] as const

export function deliveryRoutes(needs: {
  config: Config
  deliveries: DeliveryStore
  attempts: AttemptStore
  recipes: Recipes
  ledger: Ledger
  acts: DeliveryActs
  search: Search
  inTurn: OneAtATime
  outside: Pick<Outside, 'elapsed'>
  receiverAt(url: string): string | null
  endpointOf(url: string): string | undefined
}): ControlRoute[] {
  const { config, deliveries, attempts, ledger, acts, recipes, search, inTurn, outside } = needs

  function signedOf(record: DeliveryRecord, attempt: FullAttempt['attempt'], body: Buffer): string | null {
    const { scheme, schemeOptions: options } = record
    return signedContent(recipes, { ...attempt.request, scheme, options, body })
  }

  function findingsIn(record: DeliveryRecord, told: readonly wire.Attempt[], own: Buffer): wire.Finding[] {
    // An endpoint of the sandbox answers each copy and acts on none.
    if (needs.receiverAt(record.url) === null) return []
    // An unsent delivery may have an unknown scheme. A refusal that is allowed shows nothing.
    if (told.length === 0 || record.reason?.code === 'may_refuse') return []
    const endpoint = needs.endpointOf(record.url) ?? null
    const found = [...ofFault(record, told, own), ...ofNewest(record, told, own, endpoint)]
    return found.map((one) => toldFinding(one, told, endpoint))
  }

  function expectedHere(record: DeliveryRecord, fault: Fault | null): wire.Expectation {
    const recipe = recipeWith(recipes, record.scheme, record.schemeOptions)
    const edits = record.isEdited ? ledger.contentOf(record).headers : null
    return expectedOf({ edits, isEdited: record.isEdited, recipe }, fault)
  }

  function ofFault(record: DeliveryRecord, told: readonly wire.Attempt[], own: Buffer): wire.Found[] {
    const fault = faultOf(record)
    if (fault === null) return []
    return findingsOf({
      fault,
      expects: expectedHere(record, fault),
      success: config.delivery.success,
      attempts: told.map((one) => ({ ...one, isTouched: one.fault !== null })),
      answerTo: (number) => attempts.bodiesOf(record.seq, number, own)?.answer ?? undefined,
    })
  }

  function ofNewest(
    record: DeliveryRecord,
    told: readonly wire.Attempt[],
    own: Buffer,
    endpoint: string | null,
  ): wire.Found[] {
    const [newest, ...earlier] = told.filter(({ outcome }) => outcome !== null).toReversed()
    if (newest === undefined) return []
    const before = earlier.find(({ outcome }) => outcome?.kind !== 'refused')
    const { number, request, fault } = newest
    const isSpoilt = fault !== null && expectedHere(record, faultOf(record)) === 'refuse'
    function answered(status: number) {
      const bodies = attempts.bodiesOf(record.seq, number, own)
      if (!bodies?.answer) return undefined
      const sent = { ...request, url: needs.receiverAt(request.url) ?? request.url, size: bodies.sent.length }
      const { scheme } = record
      return { number, status, sent, answer: bodies.answer, scheme, recipes, endpoint, isSpoilt }
    }
    return newestFindings({
      newest,
      before,
      success: config.delivery.success,
      isSpoilt,
      endpoint,
      answered,
    })
  }

  const known = (id: string): DeliveryRecord => deliveries.find(id) ?? failUnknown('delivery_unknown', id)

  function bodiesOf(params: Record<string, string>) {
    const record = known(params.id ?? '')
    const number = /^[1-9]\d{0,8}$/.test(params.number ?? '') ? Number(params.number) : 0
    return (
      attempts.bodiesOf(record.seq, number, ledger.contentOf(record).body) ??
      fail('attempt_unknown', `${record.id} has no attempt ${params.number}.`)
    )
  }

  const answerOf = (params: Record<string, string>) =>
    bodiesOf(params).answer ??
    fail('attempt_unanswered', `Attempt ${params.number} of ${params.id} has no response.`)

  return [
    listRoute({
      path: '/deliveries',
      operationId: 'listDeliveries',
      summary: 'Deliveries, newest first',
      row: wire.deliveryRow,
      list: deliveries.list,
      search,
    }),
    route({
      method: 'GET',
      path: '/deliveries/{id}',
      operationId: 'getDelivery',
      summary: 'One delivery with its attempts',
      description: 'If their bodies exceed 32 MiB together, each is shortened as by body_limit.',
      success: { status: 200, description: 'The delivery', schema: z.object({ delivery: wire.delivery }) },
      query: bodyLimitQuery,
      errors: ['delivery_unknown'],
      run({ params, query: { body_limit: asked = Number.POSITIVE_INFINITY } }) {
        const record = known(params.id ?? '')
        const own = ledger.contentOf(record).body
        const limit = attempts.limitWithin(record.seq, own, asked)
        const isReleased = acts.isReleased(record.id)
        const told = Array.from(attempts.of(record.seq, own, limit), ({ attempt, body }) => ({
          ...attempt,
          released: isReleased && attempt.outcome === null,
          signed_content: signedWithin(signedOf(record, attempt, body), body, limit),
        }))
        const findings = findingsIn(record, told, own)
        return {
          delivery: { ...deliveryWire(record), ...toldBody(own, limit), findings, attempts: told },
        }
      },
    }),
    route({
      method: 'GET',
      path: '/deliveries/{id}/attempts/{number}/body',
      operationId: 'getAttemptBody',
      summary: 'The exact bytes of the body of an attempt',
      description: 'If a fault or the receiver cut it off, sent_bytes and changes say where.',
      success: { status: 200, description: 'The bytes', schema: 'bytes' },
      errors: ['delivery_unknown', 'attempt_unknown'],
      run: ({ params }) => bytesAnswer(bodiesOf(params).sent),
    }),
    route({
      method: 'GET',
      path: '/deliveries/{id}/attempts/{number}/response/body',
      operationId: 'getAttemptResponseBody',
      summary: 'The exact bytes of the response body of an attempt, as far as they are kept',
      success: { status: 200, description: 'The bytes as received', schema: 'bytes' },
      errors: ['delivery_unknown', 'attempt_unknown', 'attempt_unanswered'],
      run({ params }) {
        return bytesAnswer(answerOf(params).body)
      },
    }),
    route({
      method: 'GET',
      path: '/deliveries/{id}/attempts/{number}/response/decoded',
      operationId: 'getAttemptResponseDecoded',
      summary: 'The response body of an attempt, decoded',
      description: 'Content codings, charset and type are applied as far as the body is kept.',
      success: { status: 200, description: 'The body', schema: z.object({ decoded: wire.decodedBody }) },
      errors: ['delivery_unknown', 'attempt_unknown', 'attempt_unanswered'],
      run: ({ params }) =>
        inTurn(async () => ({ decoded: await decodeBody(answerOf(params), outside.elapsed) })),
    }),
    route({
      method: 'POST',
      path: '/deliveries/{id}/resend',
      operationId: 'resendDelivery',
      summary: 'Resend as a new delivery to the same URL, with edits if given',
      body: resendBody,
      success: { ...oneRow, status: 201, description: 'The new delivery' },
      errors: ['delivery_unknown', 'subscription_unknown', 'fault_invalid'],
      async run({ params, body: { body, ...edits }, written }) {
        const text = typeof body === 'object' ? written('body') : body
        return { delivery: await acts.resend(params.id ?? '', { ...edits, body: text }) }
      },
    }),
    ...byHand.map(({ does, ...row }) =>
      route({
        method: 'POST',
        ...row,
        success: oneRow,
        run: async ({ params }) => ({ delivery: await acts[does](params.id ?? '') }),
      }),
    ),
  ]
}
