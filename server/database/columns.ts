/** Columns of records: SQL with the names of their fields (`createdAt` is the column `created_at`), and values stored as JSON. */
import { damaged } from '../failures.ts'

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a SELECT for fields such as `seq, createdAt`. */
export const selected = (fields: string): string =>
  fields.replace(/\w+/g, (field) => `${columnOf(field)} AS ${field}`)

/** An INSERT of these fields that replaces a row with the same key. */
export const upsert = (table: string, fields: string, key: string): string =>
  `INSERT INTO ${table} (${columnOf(fields)}) VALUES (${fields.replace(/\w+/g, '@$&')})
   ON CONFLICT (${key}) DO UPDATE SET ${columnOf(fields).replace(/\w+/g, '$& = excluded.$&')}`

/** The value of a column that holds JSON. Throws the failure of a damaged database if the text is not JSON. */
export function storedJson(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw damaged(`a stored value is not JSON (${error instanceof Error ? error.message : error})`)
  }
}
