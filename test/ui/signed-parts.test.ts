import { expect, test } from 'vitest'
import { recipesFor, type SchemeName } from '../../server/signing/recipes.ts'
import { type SignedPart, signedParts } from '../../ui/message/signed-parts.ts'
import { endsOnLarge } from '../helpers/large.ts'

const body = '{"a":1.5,"at":"2026-01-01T00:00:00Z"}'
const recipes = recipesFor({ platform_header: 'Signature' })
const recipeOf = (scheme: SchemeName) => recipes[scheme]
const rolesOf = (parts: SignedPart[]) => parts.map(({ role, text }) => `${role} ${text}`)

test.each([
  [
    'standard-webhooks',
    `evt_1.2.17.${body}`,
    ['id evt_1.2', 'joint .', 'timestamp 17', 'joint .', `body ${body}`],
  ],
  ['svix', `m.17.${body}`, ['id m', 'joint .', 'timestamp 17', 'joint .', `body ${body}`]],
  ['platform', `17.${body}`, ['timestamp 17', 'joint .', `body ${body}`]],
  ['slack', `v0:17:${body}`, ['joint v0:', 'timestamp 17', 'joint :', `body ${body}`]],
  ['paddle', `17:${body}`, ['timestamp 17', 'joint :', `body ${body}`]],
  ['github', body, [`body ${body}`]],
  ['square', `http://x/in/y${body}`, ['address http://x/in/y', `body ${body}`]],
  [
    'increase-legacy',
    `2026-01-01T09:00:00.5Z.${body}`,
    ['timestamp 2026-01-01T09:00:00.5Z', 'joint .', `body ${body}`],
  ],
] as const)('the signed string of %s is coloured by its recipe', (scheme, content, expected) => {
  expect(rolesOf(signedParts(recipeOf(scheme), content, body))).toEqual(expected)
})

test('parts are named by their headers', () => {
  const parts = signedParts(recipeOf('svix'), `m.17.${body}`, body)
  expect(parts.filter(({ role }) => role !== 'joint').map(({ title }) => title)).toEqual([
    'svix-id',
    'svix-timestamp',
    'body',
  ])
})

test('content that does not match the recipe, or has none, stays one piece', () => {
  for (const parts of [
    signedParts(recipeOf('standard-webhooks'), 'nothing joined'),
    signedParts(recipeOf('plaid'), 'a.b.c'),
    signedParts(null, 'a.b'),
  ])
    expect(parts.map(({ role }) => role)).toEqual(['all'])
})

test('a missing body is located after the known parts', () => {
  expect(rolesOf(signedParts(recipeOf('stripe'), '17.a.b\nc'))).toEqual([
    'timestamp 17',
    'joint .',
    'body a.b\nc',
  ])
})

test('splitting a large body takes linear time', () => {
  const large = 'x.'.repeat(2_000_000)
  endsOnLarge(() => {
    expect(signedParts(recipeOf('standard-webhooks'), `m.17.${large}`, large).at(-1)?.text).toBe(large)
  })
})
