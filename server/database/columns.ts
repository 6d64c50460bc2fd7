/** Tables whose rows are read and written by the names of records: `createdAt` is the column `created_at`. */

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a SELECT reads these fields by, such as `seq, createdAt`. */
export const selected = (fields: string): string =>
  fields.replace(/\w+/g, (field) => `${columnOf(field)} AS ${field}`)

/** Inserts a row by its fields, or replaces all of an old one's, known by a key. */
export const upsert = (table: string, fields: string, key: string): string =>
  `INSERT INTO ${table} (${columnOf(fields)}) VALUES (${fields.replace(/\w+/g, '@$&')})
   ON CONFLICT (${key}) DO UPDATE SET ${columnOf(fields).replace(/\w+/g, '$& = excluded.$&')}`
