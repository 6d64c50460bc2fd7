/** Lists of thousands of entries in a request body, which would take too long to check at once. */
import { z } from 'zod'

/**
 * A list whose entries are not checked with the list, but one by one by `readingJson`, with a pause after each. Only for
 * bodies of the control API: other readers of the schema get the entries unchecked.
 * @param entry the schema of each entry, also in the OpenAPI document
 */
export const eachOf = <Entry extends z.ZodType>(entry: Entry, message: string) =>
  z.array(z.unknown(), message).meta({ entry }) as unknown as z.ZodArray<Entry>

/** The schema of the entries of {@link eachOf}. Undefined for any other schema. */
export const entryOf = (schema: z.ZodType): z.ZodType | undefined =>
  schema.meta()?.entry as z.ZodType | undefined
