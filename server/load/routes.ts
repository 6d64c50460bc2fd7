/** The route that exports a load test. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { type EventName, eventNames } from '../events/builders.ts'
import { kindOf, nameInShort, suggestEvent } from '../events/catalogue.ts'
import { loadFaker } from '../events/fake.ts'
import { fail, failField } from '../failures.ts'
import { durationField, queryNumber } from '../schema/fields.ts'
import { recipeWith } from '../signing/options.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import * as wire from '../wire.ts'
import { sayUnsignable } from '../words/load.ts'
import { fitsPattern } from '../words/pattern.ts'
import { toIsoOffset } from '../words/time.ts'
import { engineNames, engineOf } from './engines.ts'
import { generateLoad } from './generate.ts'
import { portableRecipe } from './portable.ts'

/** The number of payloads in a pool. Each event of a pattern gets one at least. */
const poolSize = 100
const mostRate = 100_000
const longestMs = 86_400_000

const rateForm = `must be a whole number of requests a second, from 1 to ${mostRate}`
const forForm = 'must be a duration from 1s to 24h, such as 30s or 10m'

const query = z.object({
  engine: z.enum(engineNames, `must be ${engineNames.join(', ')}`).meta({ description: 'The load engine' }),
  subscription_id: z
    .string()
    .meta({ description: 'The subscription whose URL, scheme and secret the requests have' }),
  event: z.string().optional().meta({
    description: "An event or a pattern. Default: the subscription's own events",
    example: 'card.*',
  }),
  rate: queryNumber(rateForm, 1, mostRate)
    .prefault(10)
    .meta({ description: 'Requests a second', example: 50 }),
  for: durationField(forForm)
    .refine((ms) => ms >= 1000 && ms <= longestMs, forForm)
    .prefault('1m')
    .meta({ description: 'The duration of the test, in whole seconds', example: '5m' }),
})

export function loadRoutes(needs: {
  config: Config
  clock: Clock
  recipes: Recipes
  subscriptions: SubscriptionStore
  seed(): number
}): ControlRoute[] {
  const { config, clock, recipes, subscriptions, seed } = needs

  /** Payloads of these events in turn. They follow from the seed, and no event happens. */
  async function poolOf(names: readonly EventName[]) {
    const fakerFor = await loadFaker(config.locale)
    const now = clock.now()
    return Array.from({ length: Math.max(poolSize, names.length) }, (_, at) => {
      const name = names[at % names.length] as EventName
      const payload = kindOf(name).build({ occurredAt: toIsoOffset(now), fake: fakerFor(seed() + at, now) })
      return { ...payload, event: name }
    })
  }

  return [
    route({
      method: 'GET',
      path: '/load',
      operationId: 'writeLoad',
      summary: 'Export a load test for Artillery, k6 or Locust',
      query,
      success: { status: 200, description: 'The files', schema: z.object({ load: wire.load }) },
      errors: ['invalid_field', 'event_name_unknown', 'subscription_unknown'],
      async run({ query: asked }) {
        const record =
          subscriptions.find(asked.subscription_id) ??
          failUnknown('subscription_unknown', asked.subscription_id)
        const recipe = recipeWith(recipes, record.scheme, record.schemeOptions)
        const unsignable = engineOf(asked.engine).cannotSign(portableRecipe(recipe, record.secret))
        if (unsignable) {
          const { message, fix } = sayUnsignable(recipe.scheme, unsignable)
          fail('invalid_field', message, fix)
        }
        const { username, password } = new URL(record.url)
        if (username !== '' || password !== '')
          failField(
            'subscription_id',
            'the URL of the subscription contains a user or a password, which a load test would write into its files',
            'Change the URL of the subscription to one without user and password.',
          )
        const patterns = asked.event === undefined ? record.events : [asked.event]
        const names = eventNames.filter((name) => patterns.some((pattern) => fitsPattern(pattern, name)))
        if (names.length === 0)
          fail(
            'event_name_unknown',
            `No event matches ${nameInShort(patterns.join(', '))}.`,
            suggestEvent(patterns[0] ?? ''),
          )
        const load = generateLoad(asked.engine, {
          subscriptionId: record.id,
          recipe,
          secret: record.secret,
          url: record.url,
          payloads: await poolOf(names),
          rate: asked.rate,
          seconds: Math.ceil(asked.for / 1000),
          recipes,
        })
        return { load }
      },
    }),
  ]
}
