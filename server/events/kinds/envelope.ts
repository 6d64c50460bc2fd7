/** What the events of all areas share: fakes, fields and the envelope. */
import { z } from 'zod'

/** A person who does not exist. E-mail address, phone and number belong to nobody. */
export interface Person {
  first_name: string
  last_name: string
  /** `YYYY-MM-DD`, 18 to 80 years ago. */
  dob: string
  email: string
  phone: string
  street: string
  city: string
  /** The short form if the country has one; null if no states are known. */
  state: string | null
  zip_code: string
  /** ISO 3166, two letters. */
  country: string
  ssn: string
}

/** Fake people and numbers from one stream. */
export interface Faked {
  uuid(): string
  digits(length: number): string
  /** A whole number, both ends included. */
  integer(from: number, to: number): number
  pick<Item>(from: readonly Item[]): Item
  person(): Person
  /** The name of a business. */
  merchant(): string
  /** An amount of money in a range, such as `21.93`. */
  amount(from: number, to: number): string
}

/** The input of a payload: its time in the form of payloads, and fakes that follow from the seed. */
export interface BuildContext {
  occurredAt: string
  fake: Faked
}

/** An event of the catalogue: its description, schema and generator. */
export interface Kind {
  description: string
  causedBy: string
  schema: z.ZodObject
  build(context: BuildContext): Record<string, unknown>
}

/** An id of the platform. */
export const uuid = (description: string) => z.uuid().meta({ description })
export const uuidOrNull = (description: string) => z.uuid().nullable().meta({ description })
export const time = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/,
    'must be a time such as 2026-01-01T09:00:00.000000+00:00',
  )
  .meta({ examples: ['2026-01-01T09:00:00.000000+00:00'] })
export const month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-01')
  .meta({ examples: ['2026-01'] })
export const decimal = z
  .string()
  .regex(/^-?\d+\.\d\d$/, 'must be a decimal such as "-21.93"')
  .meta({ examples: ['-21.93'] })
export const day = z.iso.date().meta({ examples: ['2026-02-26'] })

/** Adds a description to a field. */
export const described = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  schema.meta({ ...schema.meta(), description })

/** The `0.1` envelope is flat: the event's name, its time, then the keys of the event. */
const envelope = <const Name extends string, Shape extends z.ZodRawShape>(
  event: Name,
  { description, keys }: { description: string; keys: Shape },
) =>
  z
    .object({
      event: z.literal(event).meta({ description: 'The name of the event' }),
      occurred_at: described(time, 'When the event happened, in UTC with microseconds'),
      ...keys,
    })
    .meta({ title: event, description })

/** A row of the catalogue. `keys` and `build` cover the keys after the event's name and time. */
export function kind<const Name extends string, Shape extends z.ZodRawShape>(
  event: Name,
  row: {
    description: string
    causedBy: string
    keys: Shape
    build(context: BuildContext): { [Key in keyof Shape]: z.infer<Shape[Key]> }
  },
) {
  const { description, causedBy } = row
  return {
    description,
    causedBy,
    schema: envelope(event, row),
    build: (context: BuildContext) => ({ event, occurred_at: context.occurredAt, ...row.build(context) }),
  }
}

/** Cents as the decimal string of payloads: -2193 → `-21.93`. */
export const money = (cents: number) => (cents / 100).toFixed(2)

/** The day of a payload's time, or a day `days` later. */
export function dayOf(at: string, days = 0): string {
  const date = new Date(`${at.slice(0, 10)}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The month before that of a payload's time: `2025-12`. */
export const monthBefore = (at: string) => dayOf(`${at.slice(0, 7)}-01`, -1).slice(0, 7)
