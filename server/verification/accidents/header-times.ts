/** Reads a timestamp header that has another format than the signed timestamp. */
import { compiled, covers } from '../../signing/compiled.ts'
import { timeText } from '../../signing/content.ts'
import type { Facts, Reading } from '../facts.ts'

/** The largest number that is read as seconds. Larger numbers count parts of a second. */
const mostSeconds = 1e11

/** The time that a text means, in seconds since 1970; undefined for other text. Without a time zone, it is UTC. */
function secondsIn(text: string): number | undefined {
  const bare = text.trim().replace(/^(["'])(.*)\1$/, '$2')
  if (/^\+?\d[\d_, ]*(?:\.\d*)?(?:e\+?\d\d?)?$/i.test(bare)) {
    let seconds = Number(bare.replace(/[_, ]/g, ''))
    while (seconds >= mostSeconds) seconds /= 1000
    return seconds
  }
  const hasZone = /(?:Z|GMT|UTC|[+-]\d\d(?::?\d\d)?)(?:\s*\(.*\))?$/i.test(bare)
  const date = /^\d{4}-\d\d-\d\d[T ]\d/.test(bare)
    ? bare.replace(' ', 'T').replace(/ ?([+-]\d\d)$/, '$1:00') + (hasZone ? '' : 'Z')
    : bare + (hasZone ? '' : ' UTC')
  const seconds = /\d{4}/.test(bare) ? Date.parse(date) / 1000 : Number.NaN
  return seconds >= 0 ? seconds : undefined
}

/** The header in the format that the scheme signs. */
export function readingsByTime({ recipe, presented }: Facts): Reading[] {
  const { timestamp = '' } = presented
  // The search itself tries other times for a header that has the form of a number of seconds or milliseconds.
  const isRead = recipe.time !== 'iso' && /^\d{10,15}$/.test(timestamp)
  if (recipe.method === 'jwt' || recipe.method === 'message' || !covers(recipe).timestamp || isRead) return []
  const seconds = secondsIn(timestamp)
  if (seconds === undefined) return []
  const signed = [Math.floor(seconds), Math.round(seconds)].flatMap((one) => [
    timeText(recipe, String(one)),
    ...(recipe.time === 'milliseconds' ? [String(Math.floor(seconds * 1000))] : []),
  ])
  return [...new Set(signed)]
    .filter((text) => text !== timestamp)
    .map((text) => ({
      accident: {
        cause: 'timestamp_format',
        detail: `The signature is correct for the timestamp ${JSON.stringify(text)}, but ${compiled(recipe).places.ts?.name} contains ${JSON.stringify(timestamp)}.`,
        expected: text,
        received: timestamp,
      },
      presented: { ...presented, timestamp: text },
    }))
}
