/** What a search cannot find, and what to do instead. */
import { plural } from './plural.ts'

/** What to say where a search for words finds nothing. */
export const searchHint =
  'A word is found by its beginning only. For captures, a * in front finds letters anywhere, such as *77aa for the end of an id.'

/** Which new records a search may miss. */
export const notSearchable = (lag: number): string =>
  `The search index is behind: up to ${plural(lag, 'new record')} ${lag === 1 ? 'is' : 'are'} not searchable yet.`

/** Why a search may miss new records, and what to do. */
export const indexLagWords = (lag: number): string => `${notSearchable(lag)} Search again in a moment.`
