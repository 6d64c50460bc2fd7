import { headerText } from '../../wire/header-pairs.ts'
import type { HeaderPair } from '../../wire.ts'
import { keysIn } from '../../words/json-path.ts'
import {
  type Placeholder,
  type PlaceholderWord,
  readTemplate,
  type TemplatePiece,
} from '../../words/reply-template.ts'
import { toIso } from '../../words/time.ts'
import { type Asking, jsonSourceAt } from './asking.ts'

/** The largest answer that is made: a template may name a large body many times. */
const mostBytes = 33_554_432

/** What a template may tell of a request and of its capture. Time in microseconds. */
export interface Facts extends Asking {
  endpoint: string
  captureId: string
  webhookId: string | null
  deliveryId: string | null
  now: number
  /** How many requests the endpoint has received, this one included. */
  count: number
}

/** Whether a template makes JSON: its answer says so, or, where it says nothing, it begins as JSON does. */
export function makesJson(template: string, headers: readonly HeaderPair[]): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type === undefined ? /^\s*(?:\[|\{(?!\{))/.test(template) : /[/+]json\b/i.test(type)
}

/**
 * Fills in a template. In JSON, what stands inside a text is escaped as it has to be there, and what stands outside is a value:
 * a text gets its quotes, what is not there is null. Elsewhere it is put as it is, and what is not there is nothing.
 * Throws where that becomes too large.
 */
export function render(template: string, { facts, json }: { facts: Facts; json: boolean }): Buffer {
  const read = readTemplate(template)
  // One that cannot be read is refused before it is kept.
  const pieces = 'pieces' in read ? read.pieces : [template]
  const made: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    const part = put(piece, facts, json)
    size += part.length
    if (size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`)
    made.push(part)
  }
  return Buffer.concat(made)
}

function put(piece: TemplatePiece, facts: Facts, json: boolean): Buffer {
  if (typeof piece === 'string') return Buffer.from(piece)
  const { placeholder, quoted } = piece
  const isBody = 'word' in placeholder && placeholder.word === 'body'
  // Byte for byte, also where it is no text.
  if (isBody && !json) return facts.body ?? Buffer.alloc(0)
  const source = sourceFor(placeholder, facts)
  if (json && !quoted) return Buffer.from(source)
  const text = source === 'null' ? '' : source.startsWith('"') ? JSON.parse(source) : source
  return Buffer.from(json ? JSON.stringify(text).slice(1, -1) : text)
}

/** What a placeholder stands for, as JSON: what the body has is written as it is written there. */
function sourceFor(placeholder: Placeholder, facts: Facts): string {
  if ('part' in placeholder) {
    switch (placeholder.part) {
      case 'query':
        return asJson(new URLSearchParams(facts.query).get(placeholder.name))
      case 'header':
        return asJson(valuesOf(facts.headers, placeholder.name))
      case 'json':
        return jsonSourceAt(facts.meant, keysIn(placeholder.name)) ?? 'null'
    }
  }
  if (placeholder.word === 'json') return jsonSourceAt(facts.meant, []) ?? 'null'
  return asJson(words[placeholder.word](facts))
}

const asJson = (value: string | number | null | undefined) => JSON.stringify(value ?? null)

/** The value of each placeholder that is a word. */
const words: Record<
  Exclude<PlaceholderWord, 'json'>,
  (facts: Facts) => string | number | null | undefined
> = {
  method: ({ method }) => method,
  path: ({ path }) => path,
  query: ({ query }) => query,
  body: ({ body }) => body?.toString('utf8'),
  event: ({ event }) => event,
  verdict: ({ verdict }) => verdict,
  endpoint: ({ endpoint }) => endpoint,
  webhook_id: ({ webhookId }) => webhookId,
  delivery_id: ({ deliveryId }) => deliveryId,
  capture_id: ({ captureId }) => captureId,
  now: ({ now }) => toIso(now),
  unix: ({ now }) => Math.floor(now / 1_000_000),
  count: ({ count }) => count,
}

/** All values of a header; undefined where it is not there. */
function valuesOf(headers: readonly HeaderPair[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => headerText(value))
  return values.length === 0 ? undefined : values.join(', ')
}
