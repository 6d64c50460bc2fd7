import { jsonIn } from '../json/json-changes.ts'
import { knownWords } from './answers.ts'
import { linesOf, lineWith } from './lines.ts'
import { cameOf, type NewestAnswer } from './newest-answer.ts'
import { type FoundIn, found } from './table.ts'

/** What an answer by 2xx tells that did not count as delivered. */
export function takenInVain(answered: NewestAnswer, success: readonly number[]): FoundIn[] {
  const detail = `${cameOf(answered)}. ${success.join(' and ')} alone count${success.length === 1 ? 's' : ''} as delivered, so that it comes again: answer so, or change delivery.success of the configuration.`
  return [found('counts_as_failure', detail, [answered.number])]
}

/** What tells of a success that the receiver did not mean it, or did not answer itself. */
export function takenByWords(answered: NewestAnswer): FoundIn[] {
  const { number, sent, answer } = answered
  const text = answer.body.subarray(0, readBytes).toString('utf8')
  const came = cameOf(answered)
  const error = errorIn(text)
  // To what it knows a right one may answer success, and say beside it that nothing was done.
  if (error !== undefined && knownWords(answer) === undefined) {
    const detail = `${came}, “${error}”. The status alone counts, and is taken for success: an error is answered by 4xx, or by 5xx where it is to come again.`
    return [found('success_with_error', detail, [number])]
  }
  // What serves pages may answer any path by one, whatever is posted there.
  if (!/^\s*<(?:!doctype html|html)\b/i.test(text)) return []
  const detail = `${came}, with a page of HTML. Is ${new URL(sent.url).pathname} the path that the receiver listens at, and does it take ${sent.method} there? A server of pages may answer so in its place.`
  return [found('answered_by_page', detail, [number])]
}

const readBytes = 16_384

/** How PHP shows what it was stopped by where the head had left. */
const ofPhp = /^(?:PHP )?(?:Fatal|Parse) error\b/

/** Where an answer says that it is an error. */
function errorIn(text: string): string | undefined {
  const fatal = text.includes(' error') && /^\s*(?:<br|PHP |Fatal |Parse )|<b>Fatal error<\/b>/.test(text)
  if (fatal) return lineWith(linesOf(text), (line) => line.text.search(ofPhp))
  const json = jsonIn(text)?.value
  if (typeof json !== 'object' || json === null) return undefined
  const telling = Object.entries(json).find(
    ([name, value]) =>
      (/^(?:success|ok|valid|verified)$/i.test(name) && value === false) ||
      (/^error$/i.test(name) && Boolean(value) && !/^(?:\[\]|\{\})$/.test(JSON.stringify(value))) ||
      (/^(?:status|result)$/i.test(name) && /^(?:error|fail|failed|failure)$/i.test(`${value}`)),
  )
  return telling && JSON.stringify({ [telling[0]]: telling[1] }).slice(0, 160)
}
