/** The route that shows the configuration in force, without its secrets. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { type Config, configKeys, parseConfig } from '../config.ts'
import * as wire from '../wire.ts'

const mask = '••••••••'

/** The keys whose values contain secrets, and how to mask them. */
const withoutSecrets: Record<string, (config: Config) => unknown> = {
  'auth.keys': ({ auth }) => auth.keys.map((pair) => ({ ...pair, authorization: mask })),
  'signing.default_secret': ({ signing }) => signing.default_secret && mask,
  'signing.secrets': ({ signing }) => signing.secrets.map((one) => ({ ...one, secret: mask })),
  'delivery.proxy': ({ delivery }) => delivery.proxy?.replace(/\/\/[^/]*@/, `//${mask}@`) ?? null,
}

const valueAt = (config: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], config)

/** The configuration in force, key by key, with masked secrets. */
export function configRoutes({ config }: { config: Config }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/config',
      operationId: 'getConfig',
      summary:
        'The configuration in force: each key with its value, its default and its purpose; secrets are masked',
      success: {
        status: 200,
        description: 'Every key',
        schema: z.object({ config: z.array(wire.configEntry) }),
      },
      run(): { config: wire.ConfigEntry[] } {
        const defaults = parseConfig({})
        const entries = configKeys()
          .filter(({ key }) => key !== '$schema')
          .map(({ key, schema }) => {
            const value = withoutSecrets[key]?.(config) ?? valueAt(config, key)
            const byDefault = valueAt(defaults, key)
            return {
              key,
              value,
              default: byDefault,
              changed: JSON.stringify(value) !== JSON.stringify(byDefault),
              meaning: schema.description ?? '',
            }
          })
        return { config: entries }
      },
    }),
  ]
}
