import { nearestFirst } from '../../server/words/nearest.ts'

/** What may stand between {{ and }} in a template. */
export const placeholderWords = [
  'method',
  'path',
  'query',
  'body',
  'json',
  'event',
  'verdict',
  'endpoint',
  'webhook_id',
  'delivery_id',
  'capture_id',
  'now',
  'unix',
  'count',
] as const
/** Those that take the name of a part behind a dot, with an example. */
export const placeholderParts = ['query.name', 'header.Webhook-Id', 'json.data.amount'] as const

const partNames = placeholderParts.map((part) => `${part.split('.')[0]}.`)
const isKnown = (name: string) =>
  placeholderWords.some((word) => word === name) ||
  partNames.some((part) => name.startsWith(part) && name.length > part.length) ||
  /^json\[(?:\d+|"(?:[^"\\]|\\.)*")\]/.test(name)

/** What is wrong with a template, in words; undefined where nothing is. */
export function templateProblem(text: string): string | undefined {
  for (const [whole, name = ''] of text.matchAll(/\{\{(.*?)(?:\}\}|$)/gs)) {
    if (!whole.endsWith('}}')) return 'There is a {{ without }} behind it.'
    const word = name.trim()
    if (!isKnown(word)) {
      const [close] = nearestFirst(word, [...placeholderWords, ...placeholderParts])
      return `{{${word.slice(0, 60)}}} stands for nothing; did you mean {{${close}}}?`
    }
  }
  return undefined
}
