/** What is not seen, or turns the order of what is: controls, marks of direction, and spaces without width. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** A run of text; `code` where it is one character that would not be seen. */
export interface Run {
  text: string
  code: string | null
}

/** A character as `U+202E`. */
const codeOf = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** Text in runs, each character that would not be seen apart. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let done = 0
  for (const { index, 0: character } of text.matchAll(unseen)) {
    if (index > done) runs.push({ text: text.slice(done, index), code: null })
    runs.push({ text: character, code: codeOf(character) })
    done = index + character.length
  }
  if (done < text.length) runs.push({ text: text.slice(done), code: null })
  return runs
}
