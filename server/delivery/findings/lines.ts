/** A line of an answer, as it is read for the reason of a refusal. */
export interface AnsweredLine {
  text: string
  /** In lower case. */
  words: ReadonlySet<string>
}

/** Where an error page of Django or Flask goes on to show the source: what stands near, none of which was said. */
const traceback = /<\w[^<>]*["'\s]traceback["'\s]/i

/** The lines of a text, or of a page of HTML. A tag ends before the next, so that many that never end are looked at once each. */
export const linesOf = (answer: string): AnsweredLine[] =>
  (answer.split(traceback, 1)[0] ?? '')
    .split(/\r?\n|<[^<>]*>/)
    .map((text) => text.replace(/&(?:quot|#34);/g, '"').replace(/&(?:apos|#39|#x27);/g, "'"))
    .map((text) => ({ text, words: new Set(text.toLowerCase().split(/[^\w-]+/)) }))

/** The first line that fits, no longer than one reads. */
export function lineWith(
  lines: readonly AnsweredLine[],
  fits: (line: AnsweredLine) => boolean,
): string | undefined {
  const line = lines.find(fits)
  return line === undefined ? undefined : cut(line.text.trim().replace(/\.$/, ''))
}

const cut = (text: string) => (text.length > 160 ? `${text.slice(0, 159)}…` : text)
