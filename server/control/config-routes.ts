/** The route that shows the configuration in force, without its secrets. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { type Config, configKeys, parseConfig, valueAt } from '../config.ts'
import * as wire from '../wire.ts'

const mask = '••••••••'

/** The keys whose values contain secrets, and how to mask them. */
const withoutSecrets: Record<string, (config: Config) => unknown> = {
  'auth.keys': ({ auth }) => auth.keys.map((pair) => ({ ...pair, authorization: mask })),
  'signing.default_secret': ({ signing }) => signing.default_secret && mask,
  'signing.secrets': ({ signing }) => signing.secrets.map((one) => ({ ...one, secret: mask })),
  'delivery.proxy': ({ delivery }) => delivery.proxy?.replace(/\/\/[^/]*@/, `//${mask}@`) ?? null,
}

/** The configuration in force, key by key, with masked secrets. */
export function configRoutes({ config, origins }: { config: Config; origins: wire.Origins }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/config',
      operationId: 'getConfig',
      summary: 'The configuration in force',
      description:
        'Each key with its value, its default, its purpose and where the value comes from; secrets are masked.',
      success: {
        status: 200,
        description: 'Every key',
        schema: z.object({ config: z.array(wire.configEntry) }),
      },
      run(): { config: wire.ConfigEntry[] } {
        const defaults = parseConfig({})
        const entries = configKeys()
          .filter(({ key }) => key !== '$schema')
          .map(({ key, schema }): wire.ConfigEntry => {
            const value = withoutSecrets[key]?.(config) ?? valueAt(config, key)
            const byDefault = valueAt(defaults, key)
            const changed = JSON.stringify(value) !== JSON.stringify(byDefault)
            const from = origins.get(key)
            return {
              key,
              value,
              default: byDefault,
              changed,
              meaning: schema.description ?? '',
              origin: from?.origin ?? (changed ? 'program' : 'default'),
              origin_name: from?.name ?? null,
            }
          })
        return { config: entries }
      },
    }),
  ]
}
