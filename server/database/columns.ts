/** SQL that uses the field names of records: `createdAt` is the column `created_at`. */

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a SELECT for fields such as `seq, createdAt`. */
export const selected = (fields: string): string =>
  fields.replace(/\w+/g, (field) => `${columnOf(field)} AS ${field}`)

/** An INSERT of these fields that replaces a row with the same key. */
export const upsert = (table: string, fields: string, key: string): string =>
  `INSERT INTO ${table} (${columnOf(fields)}) VALUES (${fields.replace(/\w+/g, '@$&')})
   ON CONFLICT (${key}) DO UPDATE SET ${columnOf(fields).replace(/\w+/g, '$& = excluded.$&')}`
