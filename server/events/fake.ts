/** Generates fake people and numbers from a seed. */
import type { Faker } from '@faker-js/faker'
import type { Faked, Person } from './kinds/envelope.ts'
import { locales, requireLocale } from './locales.ts'

/**
 * A generator of fakes. They follow from the seed and, for dates of birth, from the year of the sandbox's clock.
 */
export type FakerFor = (seed: number, now?: number) => Faked

/** 2026-01-01, in microseconds: the default date from which ages are computed. */
const usualNow = 1_767_225_600_000_000
/** Area codes for phone numbers reserved for fiction: 555-0100 to 555-0199. */
const areas = ['202', '303', '404', '505', '606', '707', '808', '909'] as const
/** Reserved domains, which nobody can own. */
const domains = ['example.com', 'example.net'] as const

/**
 * Fakes in a locale of faker. Locales are large, so they are loaded at first use. Each seed has its own stream.
 */
export async function loadFaker(locale: string): Promise<FakerFor> {
  const loaded = (await locales[requireLocale(locale)]()).faker as Faker
  let next = streamOf(0)
  // A separate faker: the locale's own faker would share one stream, and seeding it costs more than creating an
  // event.
  const Maker = loaded.constructor as typeof Faker
  const of = ({ rawDefinitions }: Faker) =>
    new Maker({ locale: rawDefinitions, randomizer: { next: () => next(), seed() {} } })
  const faker = of(loaded)
  const country = countryOf(faker)
  // faker takes what a locale lacks from English.
  const english =
    country === 'US' && locale.startsWith('en') ? faker : of((await locales.en()).faker as Faker)
  const drawState = stateDrawer(faker, { country, english })

  return (seed, now = usualNow) => {
    const own = streamOf(seed)
    const integer = (from: number, to: number) => from + Math.floor(own() * (to - from + 1))
    const pick = <Item>(from: readonly Item[]): Item => from[integer(0, from.length - 1)] as Item
    const digits = (length: number) => Array.from({ length }, () => integer(0, 9)).join('')
    /** Makes faker draw from this stream. */
    function drawn<Value>(draw: () => Value): Value {
      next = own
      return draw()
    }
    /**
     * The part of an e-mail address before the number. A name in another script is replaced by an English name.
     */
    function mailName(first: string, last: string): string {
      const [one, other] = [plain(first), plain(last)]
      if (one && other) return `${one}.${other}`
      return `${plain(english.person.firstName())}.${plain(english.person.lastName())}`
    }
    const two = (number: number) => String(number).padStart(2, '0')

    return {
      uuid: () => asUuid(own),
      digits,
      integer,
      pick,
      merchant: () => drawn(() => faker.company.name()),
      amount: (from, to) => (integer(Math.round(from * 100), Math.round(to * 100)) / 100).toFixed(2),
      person: () =>
        drawn((): Person => {
          const [first_name, last_name] = [faker.person.firstName(), faker.person.lastName()]
          const city = faker.location.city()
          const state = drawState()
          return {
            first_name,
            last_name,
            dob: `${new Date(now / 1000).getUTCFullYear() - integer(19, 79)}-${two(integer(1, 12))}-${two(integer(1, 28))}`,
            email: `${mailName(first_name, last_name)}${integer(10, 9999)}@${pick(domains)}`,
            phone: `+1 ${pick(areas)} 555 01${digits(2)}`,
            street: faker.location.streetAddress(),
            city,
            state,
            zip_code: zipCode(faker, state) ?? digits(5),
            country,
            // Numbers that begin with 9 were never issued. The second part, 10 to 49, avoids the numbers that decide
            // how KYC ends.
            ssn: `9${digits(2)}-${integer(10, 49)}-${digits(4)}`,
          }
        }),
    }
  }
}

/** Fractions in [0, 1) from a seed: mulberry32, whose state is one number. */
function streamOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A UUID in the form of version 4. */
function asUuid(next: () => number): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
  const variant = '89ab'[Math.floor(next() * 4)]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The drawn text; undefined if the locale does not have such a text. */
function attempt(draw: () => string): string | undefined {
  try {
    return draw() || undefined
  } catch {
    return undefined
  }
}

/** A postal code, of the right state if the locale knows which codes belong to a state. */
const zipCode = (faker: Faker, state: string | null) =>
  (
    attempt(() => (state === null ? '' : faker.location.zipCode({ state }))) ??
    attempt(() => faker.location.zipCode())
  )?.slice(0, 20)

/** The two-letter country of a locale. */
function countryOf({ rawDefinitions: { metadata } }: Faker): string {
  const country = metadata?.country ?? new Intl.Locale(metadata?.language ?? 'en').maximize().region ?? ''
  return /^[A-Z]{2}$/.test(country) ? country : 'US'
}

/** The longest state in an address. */
const longestState = 20

/**
 * Draws states in their shortest form. Returns null if the locale has no states, since faker would then draw a US
 * state.
 */
function stateDrawer(faker: Faker, { country, english }: { country: string; english: Faker }) {
  const own = (key: 'state' | 'state_abbr') =>
    country === 'US' || faker.rawDefinitions.location?.[key] !== english.rawDefinitions.location?.[key]
  const [isShort, isOwn] = [own('state_abbr'), own('state')]
  return (): string | null => {
    if (!isShort && !isOwn) return null
    const state = attempt(() => faker.location.state({ abbreviated: isShort }))
    return state !== undefined && state.length <= longestState ? state : null
  }
}

/** Letters that do not decompose into another letter and a mark. */
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** The letters of a name that an e-mail address may contain; empty for a name in another script. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[ßæøłđðþı]/g, (letter) => letters[letter] ?? '')
    .replace(/[^a-z]/g, '')
