/** Reads what was typed into fields as an order to the sandbox takes it. */

/** Text without the blanks around it; undefined for an empty field. */
export const textIn = (typed: string): string | undefined => typed.trim() || undefined

/** A number; undefined for an empty field. */
export const numberIn = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : Number(typed)

type Filled<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that hold something: an order leaves out what was not asked for. */
export const filled = <Fields extends object>(fields: Fields): Filled<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Filled<Fields>

/** Words between commas or blanks. */
export const wordsIn = (typed: string): string[] => typed.split(/[\s,]+/).filter((one) => one !== '')
