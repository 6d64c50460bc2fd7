/** Compares the responses to copies of one event. */
import { jsonChanges, jsonIn, LongNumber } from '../json/json-changes.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { EvidenceOf, Fact, HeaderPair } from '../wire.ts'
import { pathBelow } from '../words/json-path.ts'

/** The response to one copy of an event. */
export interface CopyAnswer {
  status: number
  headers: readonly HeaderPair[]
  /** As received. */
  body: Buffer
}

/** The newest attempt of a delivery with a response. */
export interface NewestAnswer {
  number: number
  status: number
  sent: { method: string; url: string; headers: readonly HeaderPair[]; size: number }
  /** The response as received. */
  answer: Omit<CopyAnswer, 'status'>
  scheme: string
  recipes: Recipes
  /** The endpoint of the sandbox that forwarded the attempt, if any. */
  endpoint: string | null
  /** Whether a fault spoilt the signature, so that the receiver had to refuse it. */
  isSpoilt: boolean
}

/**
 * What two responses to copies of one event show. `knew_copy`: one says that it knows the event. `acted_twice`:
 * each contains a value of its own, such as the id of a new record.
 */
export type Comparison = Extract<Fact, { code: 'knew_copy' | 'acted_twice' | 'copies_untold' }>

/** Compares the responses to two copies of one event. Which copy was handled first is unknown. */
export function compareAnswers(one: CopyAnswer, other: CopyAnswer): Comparison {
  // A failure, such as that of a unique constraint, recognises nothing.
  const toldBy = (answer: CopyAnswer) => (answer.status < 500 ? knownBy(answer) : undefined)
  const [said, saidToo] = [toldBy(one), toldBy(other)]
  const saidOnce = said ?? saidToo
  // If both say it, every response of this receiver does.
  if (saidOnce && !(said && saidToo)) return { code: 'knew_copy', evidence: saidOnce }

  const [place, placeToo] = [locationOf(one), locationOf(other)]
  if (place !== undefined && placeToo !== undefined && place !== placeToo)
    return { code: 'acted_twice', evidence: { field: 'Location', values: [cut(place), cut(placeToo)] } }
  const [text, textToo] = [textOf(one), textOf(other)]
  if (one.status === other.status && text === textToo)
    return { code: 'copies_untold', evidence: { are_same: true } }

  const [json, jsonToo] = [jsonIn(text), jsonIn(textToo)]
  const own = json && jsonToo && jsonChanges(json.value, jsonToo.value).find(namesSomething)
  if (!own) return { code: 'copies_untold', evidence: { are_same: false } }
  return {
    code: 'acted_twice',
    evidence: { field: own.path || null, values: [say(own.before), say(own.after)] },
  }
}

const textOf = ({ body }: Pick<CopyAnswer, 'body'>) => body.toString('utf8')
const locationOf = ({ headers }: CopyAnswer) =>
  headers.find(([name]) => name.toLowerCase() === 'location')?.[1]

const known =
  /(?<![a-z])(?:duplicate|already|dedup|idempotent-replay|(?:seen|processed|handled|received)[ _-]before)/i
const isYes = (value: string) => !/^(?:false|0|no|none|)$/i.test(value.trim())

/** The place where a response says that it knows the event. */
export function knownBy(answer: Omit<CopyAnswer, 'status'>): EvidenceOf<'knew_copy'> | undefined {
  const header = answer.headers.find(([name, value]) => known.test(name) && isYes(value))
  if (header) return { field: header[0], value: cut(header[1]) }
  const text = textOf(answer)
  const json = jsonIn(text)
  if (json === undefined) return known.test(text) ? { field: null, value: say(text.trim()) } : undefined
  for (const [path, value] of leavesIn(json.value, ''))
    if (typeof value === 'string' ? known.test(value) : value === true && known.test(path))
      return { field: path || null, value: say(value) }
  return undefined
}

/** The values of a JSON value that contain no others, by path. */
function* leavesIn(value: unknown, path: string): Generator<[path: string, value: unknown]> {
  if (typeof value !== 'object' || value === null || value instanceof LongNumber) yield [path, value]
  else for (const [key, inner] of Object.entries(value)) yield* leavesIn(inner, pathBelow(path, key))
}

/** Names of values that differ for each request anyway. */
const ofRequest = /time|date|_at$|At$|request|trace|correlation|nonce|duration|elapsed|latency|_ms$/
const isNow = (value: number) => [1, 1e3, 1e6].some((unit) => value > 1e9 * unit && value < 3e9 * unit)
const isTime = (text: string) => /\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))

/** Whether a changed value is an id or a count, which names a new record or counts records. */
function namesSomething({ path, before, after }: ReturnType<typeof jsonChanges>[number]): boolean {
  const values = [before, after]
  if (ofRequest.test(path)) return false
  if (values.every((value) => typeof value === 'number')) return !values.every(isNow)
  if (values.every((value) => value instanceof LongNumber)) return true
  return values.every((value) => typeof value === 'string' && /\d/.test(value) && !isTime(value))
}

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
const say = (value: unknown) => cut(value instanceof LongNumber ? value.digits : JSON.stringify(value))
