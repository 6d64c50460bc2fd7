/** Validates a recipe that the user writes and turns it into a scheme. */
import { z } from 'zod'
import { durationText } from '../schema/fields.ts'
import { requestHeaderName } from '../schema/header-names.ts'
import { parseDuration } from '../words/time.ts'
import type { Recipe } from './recipe.ts'

const inHeaders = ['id', 'ts', 'event', 'signature']
const inSigned = ['id', 'ts', 'url', 'body', 'body_sha256', 'secret']

const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

/** The sandbox sends these headers with every request, so a recipe must not add them again. */
const taken = ['content-type', 'user-agent']
const headerName = requestHeaderName().refine(
  (name) => !taken.includes(name.toLowerCase()),
  'is set by the sandbox itself',
)
const isUnique = (headers: object) => {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return new Set(names).size === names.length
}

const template = (known: readonly string[]) =>
  z
    .string()
    .min(1)
    .superRefine((text, context) => {
      const unknown = [...text.matchAll(/\{([\w -]*)\}/g)].map(([, name = '']) => name)
      for (const name of unknown.filter((one) => !known.includes(one)))
        context.addIssue(`unknown placeholder {${name}}. Allowed: ${braced(known)}`)
    })

/** The fields of a custom recipe. A subscription's `scheme_options` accepts each field too. */
export const customFields = z.strictObject({
  headers: z
    .record(
      headerName,
      template(inHeaders).regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII, as HTTP headers require'),
    )
    .refine(isUnique, 'must name each header once; header names ignore case')
    .meta({ description: `Header → template. Placeholders: ${braced(inHeaders)}` }),
  signs: template(inSigned).meta({
    description: `Template of the signed content. Placeholders: ${braced(inSigned)}. With {secret} the signature is a plain hash of the content, not an HMAC`,
  }),
  digest: z
    .enum(['sha1', 'sha256', 'sha512'])
    .default('sha256')
    .meta({ description: 'The hash function. Key pairs ignore this field' }),
  encoding: z.enum(['hex', 'base64', 'base64url']).default('hex'),
  key: z.enum(['text', 'base64', 'hex', 'ed25519', 'ed25519-hex', 'p-256']).default('text').meta({
    description:
      'How to decode the secret. base64 removes a leading whsec_. ed25519 and ed25519-hex sign with a key pair; the public key is base64 (whpk_ optional) or hex. p-256 signs by ECDSA with SHA-256, as DER; the public key is a JWK, a PEM or the base64 of its DER',
  }),
  time: z
    .enum(['seconds', 'milliseconds', 'iso'])
    .default('seconds')
    .meta({ description: 'The format of {ts}: Unix seconds, Unix milliseconds, or ISO 8601' }),
  tolerance: durationText()
    .nullable()
    .default(null)
    .meta({ description: 'The maximum age or lead of a timestamp. null sets no limit' }),
})

/** A complete custom recipe, as `signing.custom` accepts it. */
export const customRecipe = customFields.superRefine((recipe, context) => {
  const templates = Object.values(recipe.headers)
  if (templates.join().split('{signature}').length !== 2)
    context.addIssue({
      code: 'custom',
      path: ['headers'],
      message: 'exactly one header must contain {signature}',
    })
  if (recipe.signs.includes('{secret}') && recipe.key !== 'text')
    context.addIssue({
      code: 'custom',
      path: ['key'],
      message: 'must be text, because signs contains {secret}',
    })
  if (recipe.signs.includes('{ts}') && !templates.some((text) => text.includes('{ts}')))
    context.addIssue({
      code: 'custom',
      path: ['headers'],
      message: 'a header must contain {ts}, because signs contains {ts}',
    })
})
export type CustomRecipe = z.output<typeof customRecipe>

/** Converts a custom recipe to the fields of a scheme's row. */
export function fromCustom(custom: CustomRecipe) {
  const entries = Object.entries(custom.headers)
  const carriesId = entries.some(([name, text]) => text === '{id}' || name.toLowerCase() === 'webhook-id')
  const signature = entries.find(([, text]) => text.includes('{signature}'))?.[1] ?? ''
  // A subscription's options may remove the timestamp header to which the configured tolerance applies.
  const tolerated = entries.some(([, text]) => text.includes('{ts}')) ? custom.tolerance : null
  const toleranceS = tolerated === null ? null : (parseDuration(tolerated) ?? 0) / 1000
  return {
    description: 'Your own recipe from signing.custom.',
    headers: { ...(!carriesId && { 'webhook-id': '{id}' }), ...custom.headers },
    signs: { signature: custom.signs },
    method: methodOf(custom),
    digest: custom.digest,
    encoding: custom.encoding,
    key: custom.key === 'base64' ? 'whsec-base64' : custom.key,
    time: custom.time,
    toleranceS,
    leadS: toleranceS,
    repeats: repeatsIn(signature),
  } as const satisfies Partial<Recipe>
}

function methodOf({ key, signs }: CustomRecipe) {
  if (key === 'ed25519' || key === 'ed25519-hex') return 'ed25519'
  if (key === 'p-256') return 'ecdsa'
  return signs.includes('{secret}') ? 'hash' : 'hmac'
}

/**
 * The separator of the signature header's items. Without named items, two signatures could not be distinguished. A
 * template such as `v1={signature}` is one item of a list, as PagerDuty, CircleCI and Revolut send during a rotation.
 */
function repeatsIn(template: string): string | null {
  const between = /^v\d+=\{signature\}$/.test(template) ? ',' : /[,;]/.exec(template)?.[0]
  return between && template.split(between).every((item) => /^\s*[\w-]+=\{\w+\}\s*$/.test(item))
    ? between
    : null
}
