/** A line of an answer, as it is read for the reason of a refusal. */
export interface AnsweredLine {
  text: string
  /** In lower case, each with where it stands first. */
  words: ReadonlyMap<string, number>
}

/** Whether an answer speaks of the signature. An error page of Django or Sinatra lists what was sent, whatever went wrong: HTTP_WEBHOOK_SIGNATURE says nothing. */
export const namesSignature = (text: string): boolean => /signature/i.test(text.replace(/HTTP_\w+/g, ''))

/** An answer says its reason at its beginning. */
export const readBytes = 16_384

/** Where an error page of Django or Flask goes on to show the source: what stands near, none of which was said. */
const traceback = /<\w[^<>]*["'\s]traceback["'\s]/i

/** The lines of a text, or of a page of HTML. A tag ends before the next, so that many that never end are looked at once each. */
export const linesOf = (answer: string): AnsweredLine[] =>
  (answer.split(traceback, 1)[0] ?? '')
    .split(/\r?\n|<[^<>]*>/)
    .map((text) => text.replace(/&(?:quot|#34);/g, '"').replace(/&(?:apos|#39|#x27);/g, "'"))
    .map((text) => ({ text, words: wordsIn(text) }))

function wordsIn(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const { 0: word, index } of text.toLowerCase().matchAll(/[\w-]+/g)) {
    const name = asHeader(word)
    if (!words.has(name)) words.set(name, index)
  }
  return words
}

/** Django's request.META, WSGI, Rack and $_SERVER in PHP have Stripe-Signature as HTTP_STRIPE_SIGNATURE. */
const asHeader = (word: string) =>
  word.startsWith('http_') ? word.slice('http_'.length).replaceAll('_', '-') : word

/** The first line in which something is found, no longer than one reads; `where` says at which letter, or -1. */
export function lineWith(
  lines: readonly AnsweredLine[],
  where: (line: AnsweredLine) => number,
): string | undefined {
  for (const line of lines) {
    const at = where(line)
    if (at >= 0) return cut(line.text, at).replace(/\.$/, '')
  }
  return undefined
}

const shown = 160
/** Of a long line, such as a page's data, what stands before it tells little. */
const before = 40

function cut(text: string, at: number): string {
  const start = at < shown / 2 ? 0 : at - before
  const rest = text.slice(start).trim()
  return (start > 0 ? '…' : '') + (rest.length > shown ? `${rest.slice(0, shown - 1)}…` : rest)
}
