/** Reads the lines of a response, to find the reason of a refusal. */
export interface AnsweredLine {
  text: string
  /** The words in lower case, each with its first position. */
  words: ReadonlyMap<string, number>
}

/**
 * Whether a response mentions the signature. An error page of Django or Sinatra lists the headers of every
 * request, so HTTP_WEBHOOK_SIGNATURE does not count.
 */
export const namesSignature = (text: string): boolean => /signature/i.test(text.replace(/HTTP_\w+/g, ''))

/** How much of a response is read: the reason is at the beginning. */
export const readBytes = 16_384

/** Where an error page of Django or Flask begins to show source code, which is not part of the message. */
const traceback = /<\w[^<>]*["'\s]traceback["'\s]/i

/**
 * The lines of a text or an HTML page. A tag ends at the next tag at the latest, so that many unclosed tags are
 * each read once.
 */
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

/** Django's request.META, WSGI, Rack and PHP's $_SERVER write Stripe-Signature as HTTP_STRIPE_SIGNATURE. */
const asHeader = (word: string) =>
  word.startsWith('http_') ? word.slice('http_'.length).replaceAll('_', '-') : word

/** The first line with a match, shortened; `where` returns the position of the match, or -1. */
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
/** The text shown before a match in a long line, such as the data of a page. */
const before = 40

function cut(text: string, at: number): string {
  const start = at < shown / 2 ? 0 : at - before
  const rest = text.slice(start).trim()
  return (start > 0 ? '…' : '') + (rest.length > shown ? `${rest.slice(0, shown - 1)}…` : rest)
}
