import { expect } from 'vitest'
import { seededFraction } from '../../server/database/ids.ts'
import { composeFaulty } from '../../server/delivery/compose.ts'
import { expectationOf } from '../../server/faults/expectation.ts'
import type { Fault } from '../../server/faults/fault.ts'
import { parseFault, readFault } from '../../server/faults/grammar.ts'
import { factsOf } from '../../server/faults/scheme-facts.ts'
import { faultNames, faults } from '../../server/faults/table.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import { recipesFor, type SchemeName } from '../../server/signing/recipes.ts'

export const recipes = recipesFor({ platform_header: 'Signature' })
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const now = 1_800_000_000
export const example =
  '{"event":"card.created","occurred_at":"2026-01-01T09:00:00.000000+00:00","card":{"status":"Active","last_four":"0042","limits":[{"amount":"-21.93"},12.50]},"name":"Zoë / Ünal"}'

/** Draws as the ledger does, by the id of an attempt. */
export const draws =
  (attempt: string, seed = 7) =>
  (label: string) =>
    seededFraction(seed, `fault:${attempt}:${label}`)

/** One text for each fault: its example. */
export const examples = faultNames.map((name) => faults[name].example)

/** Whatever these make of a text, by each in turn and by none that exclude each other. */
export const parses = (text: string): boolean => !('problem' in readFault(text))

/** An attempt as it leaves, with this fault on it. */
export function composed(
  text: string,
  {
    body = example,
    scheme = 'standard-webhooks',
    recipe = recipes[scheme],
    secrets = [secret],
    attempt = 'att_1',
    earlier = null,
    seed,
  }: {
    body?: string | Buffer
    scheme?: SchemeName
    /** In place of the scheme's. */
    recipe?: Recipe
    secrets?: readonly string[]
    attempt?: string
    earlier?: { id: string; body: Buffer } | null
    seed?: number
  } = {},
) {
  const fault = parseFault(text)
  const { request, changes } = composeFaulty(
    {
      url: 'http://127.0.0.1:9/hook',
      event: 'card.created',
      eventId: 'evt_0123456789abcdefghjkmnpqrs',
      body: Buffer.from(body),
      edits: null,
      recipe,
      secrets,
      signedAt: now,
      userAgent: 'test',
    },
    {
      fault,
      earlier: () => earlier,
      random: draws(attempt, seed),
      steady: draws('delivery', seed),
      timing: { copy: 1, hastened: false },
    },
  )
  const expects = expectationOf(fault, factsOf(recipe))
  const header = (name: string) =>
    request.headers.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
  return { ...request, changes, expects, expectsRefusal: expects === 'refuse', header }
}

/** The places at which two bodies of one length differ. */
export function differing(before: Buffer, after: Buffer): number[] {
  expect(after.length).toBe(before.length)
  return [...before.keys()].filter((at) => before[at] !== after[at])
}

/** How a fault reads once it was read and written, which must change nothing more. */
export function canonical(text: string): string {
  const fault: Fault = parseFault(text)
  expect(parseFault(fault.text)).toEqual(fault)
  return fault.text
}
