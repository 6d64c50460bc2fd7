import { expect, test } from 'vitest'
import { loadFaker } from '../../server/events/fake.ts'
import { locales } from '../../server/events/locales.ts'
import { StartError } from '../../server/failures.ts'
import { createCustomer } from '../../server/platform/customers/schemas.ts'
import { kycPathOf } from '../../server/platform/kyc/store.ts'
import { sample } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const now = Date.UTC(2026, 6, 15) * 1000
const seeds = Array.from({ length: 200 }, (_, seed) => seed)

test.each(Object.keys(locales))(
  'people of %s are as the platform takes them, and nobody real',
  async (locale) => {
    const fakerFor = await loadFaker(locale)
    for (const seed of seeds.slice(0, sample(8, 40))) {
      const { first_name, last_name, ssn, dob, email, phone, state, ...place } = fakerFor(seed, now).person()
      const address = { ...place, ...(state !== null && { state }) }
      const body = { dob, ssn, email, phone, names: [{ first_name, last_name }], addresses: [address] }
      expect(createCustomer.safeParse(body).error).toBeUndefined()
      expect(email).toMatch(/^[a-z]+\.[a-z]+\d+@example\.(com|net)$/)
      expect(email).not.toContain('someone')
      expect(phone).toMatch(/^\+1 \d{3} 555 01\d\d$/)
      expect(ssn).toMatch(/^9\d\d-[1-4]\d-\d{4}$/)
      expect(kycPathOf(ssn)).toEqual({ status: 'success' })
      const age = (Date.UTC(2026, 6, 15) - Date.parse(dob)) / 31_557_600_000
      expect(age).toBeGreaterThan(18)
      expect(age).toBeLessThan(80)
      expect(address.country).toMatch(/^[A-Z]{2}$/)
    }
  },
)

const peopleOf = async (locale: string) => {
  const fakerFor = await loadFaker(locale)
  return seeds.map((seed) => fakerFor(seed, now).person())
}

test.each(['zh_CN', 'ja', 'ko', 'ar', 'he', 'mk', 'dv'])(
  'people of %s have addresses of e-mail of many names',
  async (locale) => {
    const names = (await peopleOf(locale)).map(({ email }) => email.replace(/\d.*/, ''))
    expect(new Set(names).size).toBeGreaterThan(150)
  },
)

test('a locale that knows no states of its country has none, not one of the US', async () => {
  const us = new Set((await peopleOf('en_US')).map(({ state }) => state))
  expect(us.has(null)).toBe(false)
  for (const locale of ['dv', 'el', 'ta_IN'])
    for (const { state } of await peopleOf(locale)) expect(state).toBeNull()
  for (const locale of ['fr', 'ru', 'bn_BD'])
    for (const { state } of await peopleOf(locale)) if (state !== null) expect(us).not.toContain(state)
  expect((await peopleOf('en_CA')).map(({ state }) => state)).toContain('ON')
})

test('a letter without a decomposition is replaced by a similar letter in e-mail addresses', async () => {
  const polish = (await peopleOf('pl')).find(({ first_name }) => /^[Łł]/.test(first_name))
  expect(polish?.email).toMatch(/^l/)
})

test('a seed makes the same, however its draws lie among those of others', async () => {
  const fakerFor = await loadFaker('en_US')
  const alone = fakerFor(5, now)
  const expected = [alone.person(), alone.merchant(), alone.amount(1, 9), alone.person()]
  const [one, other] = [fakerFor(5, now), fakerFor(6, now)]
  const mixed = [one.person(), other.person(), one.merchant(), other.uuid(), one.amount(1, 9), one.person()]
  expect([mixed[0], mixed[2], mixed[4], mixed[5]]).toEqual(expected)
  expect(mixed[1]).not.toEqual(mixed[0])
})

test('amounts lie between those asked for', async () => {
  const fakerFor = await loadFaker('en_US')
  for (const seed of seeds) {
    const amount = fakerFor(seed).amount(1.5, 3)
    expect(amount).toMatch(/^\d\.\d\d$/)
    expect(Number(amount)).toBeGreaterThanOrEqual(1.5)
    expect(Number(amount)).toBeLessThanOrEqual(3)
  }
})

test('the locale of the config names the people that are made', async () => {
  const nameIn = async (locale: string) => {
    const sandbox = await startSandbox({ locale })
    await sandbox.trigger('kyc.verification.success')
    const { body } = await sandbox.call<{
      customers: { addresses: { country: string }[]; names: object[] }[]
    }>('GET', '/customers/')
    return body.customers[0]
  }
  const [german, japanese] = [await nameIn('de_CH'), await nameIn('ja')]
  expect(german?.addresses[0]?.country).toBe('CH')
  expect(japanese?.addresses[0]?.country).toBe('JP')
  expect(german?.names).not.toEqual(japanese?.names)
})

test('an unknown locale is refused at the start with the nearest', async () => {
  const refused = await startSandbox({ locale: 'de-CHH' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartError)
  expect(String(refused)).toMatch(/locale: de-CHH .*did you mean de_CH\?/)
})
