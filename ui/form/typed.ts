/** Converts the text of form fields into request values. */

/** The trimmed text; undefined if the field is empty. */
export const textIn = (typed: string): string | undefined => typed.trim() || undefined

/** The number; undefined if the field is empty. */
export const numberIn = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : Number(typed)

/** The words of a field, separated by commas or spaces. */
export const wordsIn = (typed: string): string[] => typed.split(/[\s,]+/).filter((one) => one !== '')

type Filled<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Removes undefined fields. */
export const filled = <Fields extends object>(fields: Fields): Filled<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Filled<Fields>
