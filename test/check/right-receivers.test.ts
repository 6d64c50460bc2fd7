import { describe, expect } from 'vitest'
import { type SchemeName, schemeNames } from '../../server/signing/recipes.ts'
import { test as long, quick } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { checked, startRight, wrongIn } from './world.ts'

/** A secret that every scheme takes: Adyen keeps its key in hex. */
const secretOf = (scheme: string) =>
  scheme === 'adyen' ? '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056' : undefined

describe('a receiver that does everything right passes every probe that applies', () => {
  const all = schemeNames.filter((name) => name !== 'custom')
  const inShort: readonly SchemeName[] = ['standard-webhooks', 'http-message-signatures', 'none']
  quick.each(inShort)('%s', (scheme) => passesAll(scheme))
  long.each(all.filter((name) => !inShort.includes(name)))('%s', (scheme) => passesAll(scheme))

  async function passesAll(scheme: SchemeName) {
    const sandbox = await startSandbox()
    const secret = secretOf(scheme)
    const receiver = await startRight({ scheme, ...(secret && { secrets: [secret] }) })
    const check = await checked(sandbox, { url: receiver.url, scheme, ...(secret && { secret }) })
    expect(check.state).toBe('done')
    expect(wrongIn(check)).toEqual({})
    expect(check.score).toBe(100)
    expect(sandbox.troubles).toEqual([])
  }
})
