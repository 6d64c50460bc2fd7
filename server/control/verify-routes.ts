/** The route that verifies a request and explains the verdict, without storing anything. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { headBytes, inBase64 } from '../body/body-text.ts'
import type { KnownSecrets } from '../capture/known-secrets.ts'
import type { Config } from '../config.ts'
import { runInSlices, sliceMs } from '../memory/in-slices.ts'
import type { Outside } from '../outside.ts'
import { headersForm, mostHeaders, noPair, timeField } from '../schema/fields.ts'
import { checkScheme, recipeWith } from '../signing/options.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import { answeredSignatures } from '../verification/answered.ts'
import type { KnownSecret, VerifyInput } from '../verification/input.ts'
import { verifying } from '../verification/verify.ts'
import * as wire from '../wire.ts'

const body = z
  .strictObject({
    method: z.string().optional().meta({ description: 'POST if left out' }),
    url: z.string().optional().meta({ description: 'The full URL, which some schemes sign' }),
    headers: z
      .union(
        [
          z.record(z.string(), z.string()),
          z.array(z.tuple([z.string(), z.string()], noPair)).max(...mostHeaders),
        ],
        headersForm,
      )
      .transform((headers): wire.HeaderPair[] =>
        Array.isArray(headers) ? headers : Object.entries(headers),
      ),
    body: z.string().optional().meta({ description: 'The body as text' }),
    body_base64: z.base64().optional().meta({ description: 'The exact bytes' }),
    secret: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'If left out, every secret that the sandbox knows is tried' }),
    scheme: z.enum(schemeNames).optional().meta({ description: 'If left out, the headers decide' }),
    scheme_options: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "As a subscription's `scheme_options`; requires `scheme`" }),
    answer: z.string().optional().meta({
      description: "The receiver's response: a signature in it is compared with the expected one",
    }),
    at: timeField().optional().meta({ description: 'The time at which the age is judged; now if left out' }),
  })
  .refine(
    ({ body, body_base64 }) => body === undefined || body_base64 === undefined,
    'must have body or body_base64, not both',
  )
  .refine(
    ({ scheme, scheme_options }) => scheme !== undefined || scheme_options === undefined,
    'scheme_options requires scheme',
  )

export function verifyRoutes(needs: {
  config: Config
  outside: Outside
  recipes: Recipes
  subscriptions: SubscriptionStore
  knownSecrets: KnownSecrets
  now(): number
}): ControlRoute[] {
  const { subscriptions, knownSecrets } = needs

  /** The secrets that count, and all others. Secrets with the same owner come first among the others. */
  function secretsFor(
    given: string | undefined,
  ): Pick<VerifyInput, 'secrets' | 'otherSecrets' | 'identifiers'> {
    const all = knownSecrets.all()
    const owners = [...all.subscriptions, ...all.endpoints]
    const current = [...owners.flatMap((one) => one.current), ...all.configured]
    const old = owners.flatMap((one) => one.old)
    if (given === undefined) return { secrets: current, otherSecrets: old }
    const isGiven = ({ secret }: KnownSecret) => secret === given
    const ofOwner = owners.find((one) => one.current.some(isGiven))
    return {
      secrets: [{ recipe: current.find(isGiven)?.recipe, of: { kind: 'given', id: null }, secret: given }],
      otherSecrets: [...(ofOwner?.old ?? []), ...current, ...old].filter((one) => !isGiven(one)),
      identifiers: knownSecrets.identifiers({
        subscriptions: subscriptions.all().filter(({ secret }) => secret === given),
      }),
    }
  }

  return [
    route({
      method: 'POST',
      path: '/verify',
      operationId: 'verify',
      summary: 'Verify a request and explain the verdict',
      description: 'Nothing is stored.',
      body,
      success: { status: 200, description: 'The verdict', schema: wire.verified },
      // The limit admits the largest capture, even in base64.
      bodyLimit: inBase64(needs.config.body_limit_bytes) + headBytes,
      isHarmless: true,
      async run({ body: asked }) {
        const options =
          asked.scheme === undefined ? {} : checkScheme(needs.recipes, asked.scheme, asked.scheme_options)
        const recipe = asked.scheme && recipeWith(needs.recipes, asked.scheme, options)
        // The scheme in the request takes precedence over the scheme of the secret's owner.
        const told = (one: KnownSecret): KnownSecret =>
          asked.scheme_options === undefined ? one : { ...one, recipe }
        const known = secretsFor(asked.secret)
        const secrets = known.secrets.map(told)
        const judge = (headers: wire.HeaderPair[]) =>
          runInSlices(
            verifying(needs.recipes, {
              ...known,
              headers,
              body:
                asked.body_base64 === undefined
                  ? Buffer.from(asked.body ?? '', 'utf8')
                  : Buffer.from(asked.body_base64, 'base64'),
              method: asked.method,
              url: asked.url,
              scheme: asked.scheme,
              secrets,
              now: asked.at ?? needs.now(),
            }),
            sliceMs,
            needs.outside.elapsed,
          )
        const verdict = await judge(asked.headers)
        if (asked.answer === undefined) return { verdict }
        const answered: wire.Verified['answered'] = []
        for (const { signature, headers } of answeredSignatures(asked.headers, asked.answer))
          answered.push({ signature, verdict: await judge(headers) })
        return { verdict, answered }
      },
    }),
  ]
}
