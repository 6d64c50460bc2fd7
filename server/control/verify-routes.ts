import { z } from 'zod'
import type { EndpointStore } from '../capture/endpoints.ts'
import { timeField } from '../fields.ts'
import type { KnownSecret } from '../signing/input.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import { verify } from '../signing/verify.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import * as wire from '../wire.ts'
import { type ControlRoute, route } from './route.ts'

const body = z
  .strictObject({
    method: z.string().optional(),
    url: z.string().optional(),
    headers: z
      .union([z.record(z.string(), z.string()), z.array(z.tuple([z.string(), z.string()]))])
      .transform((headers): wire.HeaderPair[] =>
        Array.isArray(headers) ? headers : Object.entries(headers),
      ),
    body: z.string().optional().meta({ description: 'The body as text' }),
    body_base64: z.base64().optional().meta({ description: 'The exact bytes' }),
    secret: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Without it, every secret known here is tried' }),
    scheme: z.enum(schemeNames).optional().meta({ description: 'Without it, the headers decide' }),
    at: timeField().optional().meta({ description: 'The time to judge the age by; now, without it' }),
  })
  .refine(
    ({ body, body_base64 }) => body === undefined || body_base64 === undefined,
    'takes body or body_base64, not both',
  )

export function verifyRoutes(needs: {
  recipes: Recipes
  subscriptions: SubscriptionStore
  endpoints: EndpointStore
  now(): number
}): ControlRoute[] {
  function knownSecrets(): KnownSecret[] {
    const ofSubscriptions = needs.subscriptions
      .all()
      .map(({ id, secret }) => ({ of: `subscription ${id}`, secret }))
    const ofEndpoints = needs.endpoints
      .page(Number.MAX_SAFE_INTEGER, 500)
      .flatMap(({ name, secret }) => (secret === null ? [] : [{ of: `endpoint ${name}`, secret }]))
    return [...ofSubscriptions, ...ofEndpoints]
  }

  return [
    route({
      method: 'POST',
      path: '/verify',
      operationId: 'verify',
      summary: 'Verify a request and explain; nothing is stored',
      body,
      success: { status: 200, description: 'The verdict', schema: z.object({ verdict: wire.verdict }) },
      errors: ['invalid_field', 'body_malformed', 'content_type', 'body_too_large'],
      run({ body: asked }) {
        const known = knownSecrets()
        return {
          verdict: verify(needs.recipes, {
            headers: asked.headers,
            body:
              asked.body_base64 === undefined
                ? Buffer.from(asked.body ?? '', 'utf8')
                : Buffer.from(asked.body_base64, 'base64'),
            scheme: asked.scheme,
            secrets: asked.secret === undefined ? known : [{ of: 'this request', secret: asked.secret }],
            otherSecrets:
              asked.secret === undefined ? [] : known.filter(({ secret }) => secret !== asked.secret),
            now: asked.at ?? needs.now(),
          }),
        }
      },
    }),
  ]
}
