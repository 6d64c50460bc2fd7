/** What answers of a receiver are compared by. */

/**
 * Words with a digit: ids, times and numbers, which differ from answer to answer. A match begins only where a word does,
 * otherwise the time grows with the square of a long word.
 */
const varying = /(?<![\w-])[\w-]*\d[\w-]*/g

/** A text with 0 for each word that may differ from answer to answer. */
export const steadyText = (text: string): string => text.replace(varying, '0')

/** By body: the refusal is compared with each answer that follows. */
const texts = new WeakMap<Buffer, string>()

/** The steady text of a response body. */
export function steadyBody(body: Buffer): string {
  const text = texts.get(body) ?? steadyText(body.toString('utf8'))
  texts.set(body, text)
  return text
}
