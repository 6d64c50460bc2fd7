/** Fills the placeholders of reply templates. */
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

/** The largest filled template. A template may use a large body many times. */
const mostBytes = 33_554_432

/** The facts of a request and its capture that a template can use. Times are in microseconds. */
export interface Facts extends Asking {
  endpoint: string
  captureId: string
  webhookId: string | null
  deliveryId: string | null
  now: number
  /** How many requests the endpoint has received, including this one. */
  count: number
}

/** Whether a template produces JSON: its Content-Type says so, or without one its beginning does. */
export function makesJson(template: string, headers: readonly HeaderPair[]): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return type === undefined ? /^\s*(?:\[|\{(?!\{))/.test(template) : /[/+]json\b/i.test(type)
}

/**
 * Fills a template. In JSON, a placeholder inside a string is escaped. Elsewhere in JSON it becomes a value: text is quoted,
 * and missing values are null. Outside JSON it is inserted as it is, and missing values are empty. Throws if the result is
 * too large.
 */
export function render(template: string, { facts, json }: { facts: Facts; json: boolean }): Buffer {
  const read = readTemplate(template)
  // Invalid templates are refused before they are stored.
  const pieces = 'pieces' in read ? read.pieces : [template]
  const made: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    const part = put(piece, facts, json)
    size += part.length
    if (size > mostBytes) throw new Error(`the result is larger than ${mostBytes} bytes`)
    made.push(part)
  }
  return Buffer.concat(made)
}

function put(piece: TemplatePiece, facts: Facts, json: boolean): Buffer {
  if (typeof piece === 'string') return Buffer.from(piece)
  const { placeholder, quoted } = piece
  const isBody = 'word' in placeholder && placeholder.word === 'body'
  // Byte for byte, even if it is not text.
  if (isBody && !json) return facts.body ?? Buffer.alloc(0)
  const source = sourceFor(placeholder, facts)
  if (json && !quoted) return Buffer.from(source)
  const text = source === 'null' ? '' : source.startsWith('"') ? JSON.parse(source) : source
  return Buffer.from(json ? JSON.stringify(text).slice(1, -1) : text)
}

/** The value of a placeholder as JSON. Values of the body keep their spelling. */
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

/** The value of each placeholder that is a single word. */
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

/** All values of a header, or undefined. */
function valuesOf(headers: readonly HeaderPair[], name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => headerText(value))
  return values.length === 0 ? undefined : values.join(', ')
}
