/** Reads the values of options. */
import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import { numberFlaw, readNumbers } from '../database/number-filter.ts'
import { StartError } from '../failures.ts'
import { headerValue, requestHeaderName } from '../schema/header-names.ts'
import type { HeaderPair } from '../wire.ts'
import { addressOf } from '../words/address.ts'
import { parseDuration } from '../words/time.ts'

export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('The value must be a whole number.')
  return Number(text)
}

export function fraction(text: string): number {
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(text))
    throw new InvalidArgumentError('The value must be a number such as 0.5.')
  return Number(text)
}

/** One of several words. */
export const choice =
  <const Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const found = words.find((one) => one === text)
    if (found === undefined) throw new InvalidArgumentError(`The value must be ${words.join(' or ')}.`)
    return found
  }

/** A status filter of the API: `404`, `>=400`, `5xx`, or several separated by commas. */
export function statuses(text: string): string {
  if (readNumbers(text) === undefined) throw new InvalidArgumentError(`The value ${numberFlaw}.`)
  return text
}

/** A duration in whole ms. */
export function duration(text: string): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new InvalidArgumentError('The value must be a duration such as 500ms or 2s.')
  return Math.round(ms)
}

/** The address that something is sent to. A host with a port, or a port alone, becomes a whole URL. */
export function address(text: string): string {
  if (several.test(text))
    throw new StartError(
      `${text} contains more than one address.`,
      'Repeat the option or the command for each address.',
    )
  const whole = addressOf(text)
  if (whole === null ? /^:?\d+(?:[/?]|$)/.test(text) : new URL(whole).port === '0')
    throw new StartError(
      `${text} is not an address to send to.`,
      'Write a port from 1 to 65535, such as 3000',
    )
  if (whole !== null) return whole
  if (!text.includes('://') && !text.startsWith('/') && URL.canParse(`http://${text}`))
    throw new StartError(`${text} is not an address to send to.`, `Write the URL, such as http://${text}`)
  return text
}

/** Several addresses with commas would be parsed as one URL. A query may contain other addresses, and a user name a comma. */
const several =
  /^(?:https?:\/\/)?[^/?#]*,(?![^/?#]*@)|^[^?#]*,\s*(?:https?:\/\/|(?:localhost|127\.[\d.]+)?:\d)/i

/** Parses JSON. Anything else stays text. */
export function textOrJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `a,b` */
export const names = (text: string): string[] => text.split(',').map((name) => name.trim())

/** The waits before retries. `none` is the empty list. */
export const delays = (text: string): string[] => (text === 'none' ? [] : names(text))

export const collect = (value: string, before: string[]) => [...before, value]

/** As {@link collect}, for an option with a `--no-` form. */
export const also = (one: string, before: string[] | false | undefined) => [...(before || []), one]

/** Adds a header from `Name: value`. */
export function collectHeader(text: string, before: HeaderPair[]): HeaderPair[] {
  const [, name, value = ''] = /^([^:\s]+):[ \t]*(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError("Write the header as 'Name: value'.")
  const wrong = flawOf(requestHeaderName(), name) ?? flawOf(headerValue(), value)
  if (wrong !== undefined) throw new InvalidArgumentError(wrong)
  return [...before, [name, value]]
}

/** Checked here, since the sandbox would only name its position among several headers. */
function flawOf(schema: z.ZodType, part: string): string | undefined {
  const read = schema.safeParse(part)
  return read.success ? undefined : `${part} ${read.error.issues[0]?.message}.`
}
