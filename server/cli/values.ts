import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import { numberFlaw, readNumbers } from '../database/number-filter.ts'
import { StartError } from '../failures.ts'
import { headerValue, requestHeaderName } from '../schema/header-names.ts'
import type { HeaderPair } from '../wire.ts'
import { addressOf } from '../words/address.ts'
import { parseDuration } from '../words/time.ts'

/** How the values of options are read; commander says which option it was. */

export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

export function fraction(text: string): number {
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(text)) throw new InvalidArgumentError('It must be a number such as 0.5.')
  return Number(text)
}

/** One of some words. */
export const choice =
  <const Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const found = words.find((one) => one === text)
    if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${words.join(', ')}.`)
    return found
  }

/** As the lists of the API take it: `404`, `>=400`, `5xx`, or several with commas between. */
export function statuses(text: string): string {
  if (readNumbers(text) === undefined) throw new InvalidArgumentError(`It ${numberFlaw}.`)
  return text
}

/** As whole ms. */
export function duration(text: string): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration such as 500ms or 2s.')
  return Math.round(ms)
}

/** The address that something is sent to. A host with a port, or a port alone, becomes a whole URL. */
export function address(text: string): string {
  if (several.test(text))
    throw new StartError(
      `${text} is more than one address.`,
      'Give each by itself: an option of its own, or a command, for each.',
    )
  const whole = addressOf(text)
  if (whole !== null) return whole
  if (!text.includes('://') && !text.startsWith('/') && URL.canParse(`http://${text}`))
    throw new StartError(`${text} is not an address to send to.`, `Write the URL, such as http://${text}`)
  return text
}

/** Two with a comma between are a URL, too, at whose path or host nobody listens. A query may name others, and a user have a comma. */
const several =
  /^(?:https?:\/\/)?[^/?#]*,(?![^/?#]*@)|^[^?#]*,\s*(?:https?:\/\/|(?:localhost|127\.[\d.]+)?:\d)/i

/** What is no JSON is text. */
export function textOrJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `a,b` */
export const names = (text: string): string[] => text.split(',').map((name) => name.trim())

/** The waits before retries; an empty list cannot be written. */
export const delays = (text: string): string[] => (text === 'none' ? [] : names(text))

export const collect = (value: string, before: string[]) => [...before, value]

/** As {@link collect}, of an option that can be taken off. */
export const also = (one: string, before: string[] | false | undefined) => [...(before || []), one]

/** `Name: value` as a pair of a header, after those before. */
export function collectHeader(text: string, before: HeaderPair[]): HeaderPair[] {
  const [, name, value = ''] = /^([^:\s]+):[ \t]*(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError("It must be written 'Name: value'.")
  const wrong = flawOf(requestHeaderName(), name) ?? flawOf(headerValue(), value)
  if (wrong !== undefined) throw new InvalidArgumentError(wrong)
  return [...before, [name, value]]
}

/** The sandbox would tell only the place of it among several. */
function flawOf(schema: z.ZodType, part: string): string | undefined {
  const read = schema.safeParse(part)
  return read.success ? undefined : `${part} ${read.error.issues[0]?.message}.`
}
