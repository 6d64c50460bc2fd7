/** The routes that replay captures. */
import { z } from 'zod'
import { filterFields, meantFields } from '../../api/lists.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Counters } from '../../database/counters.ts'
import type { Search } from '../../database/search.ts'
import type { DeliveryStore } from '../../delivery/store.ts'
import { toFailure } from '../../failures.ts'
import { originForm } from '../../http/origin-form.ts'
import { basicLogin, webAddress } from '../../schema/fields.ts'
import { headerValueForm, requestHeaderName } from '../../schema/header-names.ts'
import type { Recipes } from '../../signing/recipes.ts'
import type { SubscriptionStore } from '../../subscriptions/store.ts'
import * as wire from '../../wire.ts'
import type { EndpointStore } from '../endpoints.ts'
import type { Explainer } from '../explainer.ts'
import { outgoingOf } from '../forward/outgoing.ts'
import { checkHead, wholeBody } from '../kept-body.ts'
import { createMatching } from '../matching.ts'
import { pathAsWritten } from '../path-as-written.ts'
import type { CaptureStore } from '../store.ts'
import { replayOf } from './outgoing.ts'
import type { Replayer } from './replayer.ts'
import { createSigner, signField } from './signer.ts'

const headerValue = z
  .string('must be text, or null to remove the header')
  .regex(headerValueForm, 'must be one line of Latin-1')
const fields = {
  url: webAddress().optional().meta({
    description:
      "The URL to send to. By default the first URL of the endpoint's forward_to, or else the endpoint itself. User and password in the URL are sent as Authorization",
  }),
  method: z
    .string('must be a method such as POST')
    .regex(/^[A-Za-z-]{1,40}$/, 'must be a method such as POST')
    .transform((method) => method.toUpperCase())
    .optional(),
  headers: z
    .record(requestHeaderName(), headerValue.nullable())
    .default({})
    .meta({ description: 'Name → new value; null removes the header' }),
  body: z.string('must be text').optional(),
  body_base64: z.base64('must be base64').optional(),
  sign: signField.optional(),
}
const body = z
  .strictObject(fields)
  .refine(
    (given) => given.body === undefined || given.body_base64 === undefined,
    'must have body or body_base64, not both',
  )
type Asked = z.output<typeof body>

const asWritten = (url: string): string => new URL(url).origin + pathAsWritten(url)

/** User and password of a URL as a header, as for a subscription URL. */
function loginOf(url: string | undefined): Record<string, string> {
  const login = url === undefined ? null : basicLogin(new URL(url))
  return login ? { Authorization: login } : {}
}

export function replayRoutes(needs: {
  config: Config
  clock: Clock
  recipes: Recipes
  captures: CaptureStore
  endpoints: EndpointStore
  subscriptions: SubscriptionStore
  deliveries: DeliveryStore
  explainer: Explainer
  search: Search
  counters: Counters
  replayer: Replayer
  baseUrl(): string
  now(): number
}): ControlRoute[] {
  const { captures, endpoints, explainer, replayer } = needs
  const signingOf = createSigner(needs)
  const { meant } = createMatching(needs)
  const { url, sign } = fields
  const manyBody = z.strictObject({ ...filterFields(captures.list), ...meantFields, url, sign })

  function targetOf(capture: wire.CaptureRow, url: string | undefined): string {
    if (url !== undefined) return asWritten(url)
    const [forwardTo] = endpoints.find(capture.endpoint)?.forwardTo ?? []
    if (forwardTo === undefined) return `${needs.baseUrl()}${originForm(capture.target)}`
    const rest = capture.path.slice(`/in/${capture.endpoint}`.length)
    return outgoingOf({ ...capture, rest, body: null }, forwardTo).fullUrl
  }

  /** The bytes to send: the given ones, or those of the capture, which must be complete. */
  function bytesOf(id: string, asked: Asked): { capture: wire.CaptureRow; bytes: Buffer; edited: boolean } {
    if (asked.body === undefined && asked.body_base64 === undefined) {
      const { capture, body: bytes } = wholeBody(captures, id)
      return { capture, bytes, edited: false }
    }
    const capture = captures.rowOf(id) ?? failUnknown('capture_unknown', id)
    checkHead(capture)
    const bytes =
      asked.body === undefined ? Buffer.from(asked.body_base64 ?? '', 'base64') : Buffer.from(asked.body)
    return { capture, bytes, edited: true }
  }

  async function replayOne(id: string, asked: Asked): Promise<wire.Exchange> {
    const { capture, bytes, edited } = bytesOf(id, asked)
    const made = replayOf(capture, targetOf(capture, asked.url), {
      method: asked.method,
      headers: { ...loginOf(asked.url), ...asked.headers },
      body: bytes,
      signing: asked.sign === undefined ? undefined : signingOf(capture, asked.sign),
    })
    return replayer.replay(capture, { ...made, edited })
  }

  return [
    route({
      method: 'POST',
      path: '/captures/replay',
      operationId: 'replayCaptures',
      summary: 'Replay every capture that matches, one after another, oldest first',
      body: manyBody,
      success: {
        status: 200,
        description: 'The outcome; the replay stops if the client disconnects',
        schema: z.object({
          counts: z.object({
            captures: z.int().meta({ description: 'How many captures were sent' }),
            skipped: z
              .int()
              .meta({ description: 'Captures with incomplete bytes, or that cannot be signed' }),
          }),
          answers: z.record(z.string(), z.int()).meta({
            description:
              'How often each status was returned; without a response, how often each outcome occurred',
          }),
        }),
      },
      errors: ['body_not_kept', 'body_cut', 'subscription_unknown', 'endpoint_unknown'],
      async run({ body: { url, sign, ...asked }, signal }) {
        const counts = { captures: 0, skipped: 0 }
        const answers: Record<string, number> = {}
        let refusal: unknown
        for await (const page of await meant(asked, { signal: signal(), would: 'sent again' }))
          for (const { seq } of page) {
            const id = captures.rowAt(seq)?.id
            if (id === undefined) {
              counts.skipped++
              continue
            }
            try {
              const { outcome } = await replayOne(id, { url, sign, headers: {} })
              const answer = outcome.kind === 'responded' ? `${outcome.status}` : outcome.kind
              answers[answer] = (answers[answer] ?? 0) + 1
              counts.captures++
            } catch (error) {
              if (toFailure(error).status >= 500) throw error
              refusal ??= error
              counts.skipped++
            }
          }
        if (counts.captures === 0 && refusal !== undefined) throw refusal
        return { counts, answers }
      },
    }),
    route({
      method: 'POST',
      path: '/captures/{id}/replay',
      operationId: 'replayCapture',
      summary: 'Replay a capture',
      description: 'The same bytes, edited, or with a new signature.',
      body,
      success: {
        status: 200,
        description: 'What was sent and its outcome, even without a response',
        schema: z.object({ exchange: wire.exchange }),
      },
      errors: ['capture_unknown', 'body_not_kept', 'body_cut', 'subscription_unknown', 'endpoint_unknown'],
      async run({ params, body: asked }) {
        await explainer.caughtUp()
        return { exchange: await replayOne(params.id ?? '', asked) }
      },
    }),
  ]
}
