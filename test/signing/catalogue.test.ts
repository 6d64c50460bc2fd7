import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemeRoutes } from '../../server/control/scheme-routes.ts'
import { schemeNames } from '../../server/signing/recipes.ts'
import { catalogueScheme } from '../../server/wire.ts'
import { recipes } from '../verification/every-scheme.ts'

const input = {
  params: {},
  query: {},
  body: undefined,
  written: () => undefined,
  signal: () => new AbortController().signal,
}
const [row] = schemeRoutes({ recipes })
const { schemes: told } = z.object({ schemes: z.array(catalogueScheme) }).parse(row?.run(input))
const recipeOf = (name: string) => told.find(({ scheme }) => scheme === name)?.recipe

test('every scheme is listed once, with its own words', () => {
  expect(told.map(({ scheme }) => scheme)).toEqual(schemeNames)
  expect(new Set(told.map(({ description }) => description)).size).toBe(schemeNames.length)
})

test('a recipe lists its headers, signed content, digest, key and tolerance', () => {
  expect(recipeOf('stripe')).toEqual({
    headers: { 'webhook-id': '{id}', 'Stripe-Signature': 't={ts},v1={v1}' },
    signs: { v1: '{ts}.{body}' },
    digest: 'sha256',
    encoding: 'hex',
    key: expect.stringContaining('prefix included'),
    tolerance_s: 300,
    lead_s: null,
    past_only: true,
    carries_several: true,
  })
  expect(recipeOf('custom')).toMatchObject({ digest: 'sha512', encoding: 'base64url', tolerance_s: 600 })
})

test('what signs nothing says so', () => {
  for (const name of ['none', 'basic']) expect(recipeOf(name)).toMatchObject({ signs: {}, digest: null })
})
