import { z } from 'zod'

/** Fake people and numbers; the part of faker's interface that builders use. */
export interface Faked {
  uuid(): string
  digits(length: number): string
  /** A whole number, both ends included. */
  integer(from: number, to: number): number
  pick<Item>(from: readonly Item[]): Item
  company(): string
}

/** What an event is made from: its time as it stands in payloads, and fakes that follow from the seed. */
export interface BuildContext {
  occurredAt: string
  fake: Faked
}

/** What the catalogue holds of an event: how it is described, checked and made. */
export interface Kind {
  description: string
  causedBy: string
  schema: z.ZodObject
  build(context: BuildContext): Record<string, unknown>
}

export const uuid = () => z.uuid()
export const time = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/,
    'must be a time such as 2026-01-01T09:00:00.000000+00:00',
  )
export const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-01')
export const decimal = z.string().regex(/^-?\d+\.\d\d$/, 'must be a decimal such as "-21.93"')

/** The `0.1` envelope is flat: the event's name, its time, then the domain's own keys. */
const envelope = <const Name extends string, Shape extends z.ZodRawShape>(event: Name, keys: Shape) =>
  z.object({
    event: z.literal(event).meta({ description: 'The name of the event' }),
    occurred_at: time.meta({ description: 'When it happened, UTC, microseconds' }),
    ...keys,
  })

/** A row of the catalogue: `keys` and `build` are of what follows the event's name and its time. */
export function kind<const Name extends string, Shape extends z.ZodRawShape>(
  event: Name,
  row: {
    description: string
    causedBy: string
    keys: Shape
    build(context: BuildContext): { [Key in keyof Shape]: z.infer<Shape[Key]> }
  },
) {
  const { description, causedBy, keys } = row
  return {
    description,
    causedBy,
    schema: envelope(event, keys),
    build: (context: BuildContext) => ({ event, occurred_at: context.occurredAt, ...row.build(context) }),
  }
}

/** Cents as the decimal string of payloads: -2193 → `-21.93`. */
export const money = (cents: number) => (cents / 100).toFixed(2)

/** The day of a payload's time, or one so many days from it. */
export function dayOf(at: string, days = 0): string {
  const date = new Date(`${at.slice(0, 10)}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The month before that of a payload's time: `2025-12`. */
export const monthBefore = (at: string) => dayOf(`${at.slice(0, 7)}-01`, -1).slice(0, 7)
