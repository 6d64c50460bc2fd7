import type { BodyTurn } from '../search/accident.ts'

const time = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)"/g

/** A fraction of a second by its digits, without the zeros at their end. */
type Fraction = (digits: string) => string

const dotted: Fraction = (digits) => (digits === '' ? '' : `.${digits}`)
const ofLength =
  (length: number): Fraction =>
  (digits) =>
    `.${digits.slice(0, length).padEnd(length, '0')}`
const inThrees: Fraction = (digits) => dotted(digits.padEnd(Math.ceil(digits.length / 3) * 3, '0'))
const sixOrNone: Fraction = (digits) => (digits === '' ? '' : ofLength(6)(digits))

/** What languages make of a time that they have read as one. */
const ways: [said: string, fraction: Fraction, utc: 'Z' | '+00:00' | undefined][] = [
  ['as Go writes them, without zeros at the end of a fraction', dotted, 'Z'],
  ['as Java writes them, with fractions of three, six or nine digits', inThrees, 'Z'],
  ['as JavaScript writes them, in milliseconds', ofLength(3), 'Z'],
  ['as .NET writes them, without zeros at the end of a fraction', dotted, undefined],
  ['as Pydantic writes them, with Z', sixOrNone, 'Z'],
  ['as Carbon of PHP writes them, with six digits and Z', ofLength(6), 'Z'],
  ['as Python writes them, with +00:00', sixOrNone, '+00:00'],
  ['in whole seconds', () => '', 'Z'],
]

/** JSON that went through a type that has times for what are texts in it. */
export const redated: readonly BodyTurn[] = ways.map(([said, fraction, utc]) => ({
  accident: {
    cause: 'reserialised',
    detail: `The signature is right for the body with its times ${said}.`,
  },
  rank: 2,
  needs: 'text',
  work: { byte: 0.003 },
  applies: ({ has, isJson }) => has('T') && has(':') && isJson(),
  make(body) {
    const text = body.text().replace(time, (_, start: string, digits = '', zone: string) => {
      const isUtc = /^(?:Z|[+-]00:?00)$/.test(zone)
      return `"${start}${fraction(digits.replace(/0+$/, ''))}${isUtc ? (utc ?? zone) : zone}"`
    })
    return text === body.text() ? undefined : Buffer.from(text, 'utf8')
  },
}))
