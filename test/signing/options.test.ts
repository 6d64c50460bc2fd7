import { expect, test } from 'vitest'
import { customRecipe } from '../../server/signing/custom.ts'
import { checkScheme, recipeWith } from '../../server/signing/options.ts'
import { recipesFor } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import { recipes as bare } from '../helpers/recipes.ts'
import { recipes } from '../verification/every-scheme.ts'
import { secret, signable } from '../verification/world.ts'

const custom = { headers: { 'X-Sig': 't={ts},v1={signature}' }, signs: '{ts}.{body}' }
const refusalOf = (run: () => unknown): { code: string; message: string; fix: string } => {
  try {
    run()
  } catch (error) {
    return error as { code: string; message: string; fix: string }
  }
  throw new Error('It was let in.')
}
const issuesOf = (value: unknown) => customRecipe.safeParse(value).error?.issues.map(({ message }) => message)

test.each([
  ['platform', { nonsense: 1 }, /the scheme platform has no option nonsense. Its options: header/],
  ['stripe', { header: 'X' }, /the scheme stripe has no option header/],
  ['basic', { usr: 'x' }, /Its options: user, password/],
  ['basic', { user: 'a:b' }, /scheme_options.user: must not contain a colon/],
  ['http-message-signatures', { algorithm: 'rsa' }, /scheme_options.algorithm/],
  ['square', { notification_url: 'here' }, /scheme_options.notification_url/],
  ['custom', { headers: { 'User-Agent': '{signature}' } }, /User-Agent: is set by the sandbox itself/],
  ['custom', { headers: { X: '{signature}', x: '{ts}' } }, /headers: must name each header once/],
  ['custom', { headers: 5 }, /^scheme_options\.headers: must be an object\.$/],
  [
    'custom',
    { key: 5 },
    /^scheme_options\.key: must be one of text, base64, hex, ed25519, ed25519-hex, p-256\.$/,
  ],
  ['platform', { header: 'No Header' }, /scheme_options.header: must be a valid header name/],
  [
    'custom',
    { signs: '{nothing}' },
    /unknown placeholder \{nothing\}. Allowed: \{id\}, \{ts\}, \{url\}, \{body\}/,
  ],
] as const)('%s refuses %j by name', (scheme, options, message) => {
  expect(refusalOf(() => checkScheme(recipes, scheme, options))).toMatchObject({
    code: 'invalid_field',
    message: expect.stringMatching(message),
  })
})

test('a header named webhook-id with more than the id is sent once', () => {
  const own = { ...custom, headers: { ...custom.headers, 'Webhook-Id': 'id={id}' } }
  const names = sign(recipeWith(bare, 'custom', own), [secret], signable()).map(([name]) => name)
  expect(names).toEqual(['X-Sig', 'Webhook-Id'])
})

test('options that fit are kept as they were given, without the defaults', () => {
  expect(checkScheme(recipes, 'platform', { header: 'X-Sig' })).toEqual({ header: 'X-Sig' })
  expect(checkScheme(recipes, 'custom', { digest: 'sha1' })).toEqual({ digest: 'sha1' })
  expect(checkScheme(recipes, 'none', undefined)).toEqual({})
})

test('custom without a recipe is refused with the way to give one; options alone may make it whole', () => {
  expect(refusalOf(() => checkScheme(bare, 'custom', {}))).toMatchObject({
    code: 'invalid_field',
    fix: expect.stringContaining('signing.custom'),
  })
  expect(checkScheme(bare, 'custom', custom)).toEqual(custom)
  expect(sign(recipeWith(bare, 'custom', custom), [secret], signable())[1]?.[0]).toBe('X-Sig')
})

test('the recipe of the same options is the same object, so that it is made ready once', () => {
  expect(recipeWith(recipes, 'platform', {})).toBe(recipes.platform)
  const first = recipeWith(recipes, 'platform', { header: 'X' })
  expect(recipeWith(recipes, 'platform', { header: 'X' })).toBe(first)
  expect(recipeWith(recipes, 'platform', { header: 'Y' })).not.toBe(first)
})

test('options of custom change the recipe of the config', () => {
  const changed = recipeWith(recipes, 'custom', { signs: '{body}' })
  expect(changed).toMatchObject({ signs: { signature: '{body}' }, digest: 'sha512', toleranceS: 600 })
})

test('a recipe of one’s own is refused for what it cannot be verified by', () => {
  expect(issuesOf({ ...custom, headers: { 'X-Sig': 'v1={sig}' } })).toEqual([
    'unknown placeholder {sig}. Allowed: {id}, {ts}, {event}, {signature}',
  ])
  expect(issuesOf({ ...custom, headers: { 'X-Sig': '{signature}' } })).toEqual([
    'a header must contain {ts}, because signs contains {ts}',
  ])
  expect(issuesOf({ ...custom, headers: { A: '{signature}{ts}', B: '{signature}' } })).toEqual([
    'exactly one header must contain {signature}',
  ])
  expect(issuesOf({ ...custom, headers: { A: '{signature}{signature}{ts}' } })).toEqual([
    'exactly one header must contain {signature}',
  ])
  for (const signs of ['{python_body}', '{ body }', '{raw-body}'])
    expect(issuesOf({ ...custom, signs })).toEqual([expect.stringContaining(`unknown placeholder ${signs}`)])
  expect(issuesOf({ ...custom, tolerance: 'soon' })).toHaveLength(1)
  expect(issuesOf({ ...custom, headers: { 'bad name': '{signature}{ts}' } })).not.toBeUndefined()
  expect(issuesOf({ ...custom, headers: { Host: '{signature}{ts}' } })).not.toBeUndefined()
  expect(issuesOf({ ...custom, headers: { A: '{signature}\n{ts}' } })).toEqual([
    'must be printable ASCII, as HTTP headers require',
  ])
  expect(issuesOf({ ...custom, unknown: 1 })).toHaveLength(1)
  expect(issuesOf(custom)).toBeUndefined()
})

test.each([
  ['t={ts},v1={signature}', true],
  ['ts={ts};h1={signature}', true],
  ['{signature}', false],
  ['sha256={signature}', false],
  ['v1,{signature}', false],
  ['{ts},v1={signature}', false],
])('%s of one’s own can carry two signatures: %s', (template, several) => {
  const signs = template.includes('{ts}') ? '{ts}.{body}' : '{body}'
  const made = recipesFor({
    platform_header: 'Signature',
    custom: customRecipe.parse({ headers: { 'X-Sig': template }, signs }),
  })
  expect(made.custom.carriesSeveral).toBe(several)
  expect(made.custom.headers['webhook-id']).toBe('{id}')
})
