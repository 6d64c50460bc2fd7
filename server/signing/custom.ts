import { z } from 'zod'
import { durationText } from '../schema/fields.ts'
import { requestHeaderName } from '../schema/header-names.ts'
import { parseDuration } from '../words/time.ts'
import type { Recipe } from './recipe.ts'

const inHeaders = ['id', 'ts', 'event', 'signature']
const inSigned = ['id', 'ts', 'url', 'body']

const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

/** What every request carries besides, which would then stand there twice. */
const taken = ['content-type', 'user-agent']
const headerName = requestHeaderName().refine(
  (name) => !taken.includes(name.toLowerCase()),
  'is written by the sandbox itself',
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
        context.addIssue(`{${name}} is no placeholder here; there are ${braced(known)}`)
    })

/** The fields of a recipe of one's own; each may also stand in a subscription's `scheme_options`. */
export const customFields = z.strictObject({
  headers: z
    .record(headerName, template(inHeaders).regex(/^[\t\x20-\x7e]*$/, 'must be text that a header can hold'))
    .refine(isUnique, 'must name each header once: upper and lower case are the same')
    .meta({ description: `Header → template over ${braced(inHeaders)}` }),
  signs: template(inSigned).meta({ description: `What is signed: a template over ${braced(inSigned)}` }),
  digest: z
    .enum(['sha1', 'sha256', 'sha512'])
    .default('sha256')
    .meta({ description: 'The hash function of the HMAC; Ed25519 has its own' }),
  encoding: z.enum(['hex', 'base64', 'base64url']).default('hex'),
  key: z.enum(['text', 'base64', 'hex', 'ed25519', 'ed25519-hex']).default('text').meta({
    description:
      'How the secret becomes a key; base64 strips a whsec_ before it. By ed25519 and ed25519-hex it is signed with a key pair, whose public key is written in base64, with whpk_ before it or without, or in hex',
  }),
  time: z
    .enum(['seconds', 'milliseconds', 'iso'])
    .default('seconds')
    .meta({ description: 'How {ts} is written: Unix seconds, Unix milliseconds, or ISO 8601' }),
  tolerance: durationText()
    .nullable()
    .default(null)
    .meta({ description: 'How old or how far ahead a timestamp may be; null sets no limit' }),
})

/** A recipe of one's own, as `signing.custom` takes it. */
export const customRecipe = customFields.superRefine((recipe, context) => {
  const templates = Object.values(recipe.headers)
  if (templates.join().split('{signature}').length !== 2)
    context.addIssue({
      code: 'custom',
      path: ['headers'],
      message: 'exactly one header must hold {signature}',
    })
  if (recipe.signs.includes('{ts}') && !templates.some((text) => text.includes('{ts}')))
    context.addIssue({
      code: 'custom',
      path: ['headers'],
      message: '{ts} is signed, so a header must carry {ts}',
    })
})
export type CustomRecipe = z.output<typeof customRecipe>

/** What a recipe of one's own says of the table's row. */
export function fromCustom(custom: CustomRecipe) {
  const entries = Object.entries(custom.headers)
  const carriesId = entries.some(([name, text]) => text === '{id}' || name.toLowerCase() === 'webhook-id')
  const signature = entries.find(([, text]) => text.includes('{signature}'))?.[1] ?? ''
  // Options of a subscription may take away the header whose time the config tolerates.
  const tolerated = entries.some(([, text]) => text.includes('{ts}')) ? custom.tolerance : null
  return {
    description: 'The recipe of signing.custom.',
    headers: { ...(!carriesId && { 'webhook-id': '{id}' }), ...custom.headers },
    signs: { signature: custom.signs },
    method: custom.key === 'ed25519' || custom.key === 'ed25519-hex' ? 'ed25519' : 'hmac',
    digest: custom.digest,
    encoding: custom.encoding,
    key: custom.key === 'base64' ? 'whsec-base64' : custom.key,
    time: custom.time,
    toleranceS: tolerated === null ? null : (parseDuration(tolerated) ?? 0) / 1000,
    repeats: repeatsIn(signature),
  } as const satisfies Partial<Recipe>
}

/** `t={ts},v1={signature}` may name v1 again; a template without named items cannot tell two signatures apart. */
function repeatsIn(template: string): string | null {
  const between = /[,;]/.exec(template)?.[0]
  return between && template.split(between).every((item) => /^\s*[\w-]+=\{\w+\}\s*$/.test(item))
    ? between
    : null
}
