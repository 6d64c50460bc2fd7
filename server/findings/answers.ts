import { jsonChanges, jsonIn, LongNumber } from '../json/json-changes.ts'
import type { HeaderPair } from '../wire.ts'
import { pathBelow } from '../words/json-path.ts'

/** What a receiver answered to one copy of an event. */
export interface CopyAnswer {
  status: number
  headers: readonly HeaderPair[]
  /** As it came. */
  body: Buffer
}

/** What two answers to copies of one event tell, and from what. */
export interface Comparison {
  /** `knew`: one of them says that it knows the event. `twice`: each names something of its own, such as what was made. */
  tells: 'knew' | 'twice' | 'nothing'
  words: string
}

/** Holds the answers to two copies of one event against each other; which copy was handled first is not known. */
export function compareAnswers(one: CopyAnswer, other: CopyAnswer): Comparison {
  const [said, saidToo] = [knownWords(one), knownWords(other)]
  // Where both say it, so does every answer of this receiver.
  if ((said === undefined) !== (saidToo === undefined)) return { tells: 'knew', words: said ?? saidToo ?? '' }

  const [place, placeToo] = [locationOf(one), locationOf(other)]
  if (place !== undefined && placeToo !== undefined && place !== placeToo)
    return { tells: 'twice', words: `Location: ${cut(place)}, then ${cut(placeToo)}` }
  const [text, textToo] = [textOf(one), textOf(other)]
  if (one.status === other.status && text === textToo)
    return { tells: 'nothing', words: 'The answers are the same' }

  const [json, jsonToo] = [jsonIn(text), jsonIn(textToo)]
  const own = json && jsonToo && jsonChanges(json.value, jsonToo.value).find(namesSomething)
  if (own)
    return { tells: 'twice', words: `${own.path || 'the body'}: ${say(own.before)}, then ${say(own.after)}` }
  return { tells: 'nothing', words: 'The answers differ, but in nothing that tells' }
}

const textOf = ({ body }: Pick<CopyAnswer, 'body'>) => body.toString('utf8')
const locationOf = ({ headers }: CopyAnswer) =>
  headers.find(([name]) => name.toLowerCase() === 'location')?.[1]

const known =
  /(?<![a-z])(?:duplicate|already|dedup|idempotent-replay|(?:seen|processed|handled|received)[ _-]before)/i
const isYes = (value: string) => !/^(?:false|0|no|none|)$/i.test(value.trim())

/** Where an answer says that it knows the event. */
export function knownWords(answer: Omit<CopyAnswer, 'status'>): string | undefined {
  const header = answer.headers.find(([name, value]) => known.test(name) && isYes(value))
  if (header) return `${header[0]}: ${cut(header[1])}`
  const text = textOf(answer)
  const json = jsonIn(text)
  if (json === undefined) return known.test(text) ? say(text.trim()) : undefined
  for (const [path, value] of leavesIn(json.value, ''))
    if (typeof value === 'string' ? known.test(value) : value === true && known.test(path))
      return path === '' ? say(value) : `${path}: ${say(value)}`
  return undefined
}

/** The values of a JSON value that hold no others, by their paths. */
function* leavesIn(value: unknown, path: string): Generator<[path: string, value: unknown]> {
  if (typeof value !== 'object' || value === null || value instanceof LongNumber) yield [path, value]
  else for (const [key, inner] of Object.entries(value)) yield* leavesIn(inner, pathBelow(path, key))
}

/** What is another one at each request, whatever a receiver does. */
const ofRequest = /time|date|_at$|At$|request|trace|correlation|nonce|duration|elapsed|latency|_ms$/
const isNow = (value: number) => [1, 1e3, 1e6].some((unit) => value > 1e9 * unit && value < 3e9 * unit)
const isTime = (text: string) => /\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))

/** Whether a value that became another is an id or a count: it names what was made, or how many there are. */
function namesSomething({ path, before, after }: ReturnType<typeof jsonChanges>[number]): boolean {
  const values = [before, after]
  if (ofRequest.test(path)) return false
  if (values.every((value) => typeof value === 'number')) return !values.every(isNow)
  if (values.every((value) => value instanceof LongNumber)) return true
  return values.every((value) => typeof value === 'string' && /\d/.test(value) && !isTime(value))
}

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
const say = (value: unknown) => cut(value instanceof LongNumber ? value.digits : JSON.stringify(value))
