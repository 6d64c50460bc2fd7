import type { CatalogueFault } from '../../server/wire.ts'

/** Text in the faults' grammar: `name(args) | name(args) … [| sticky]`; the bar never stands inside brackets. */
const sticky = 'sticky'

const partsOf = (text: string): string[] =>
  text
    // `drop sticky` is read as `drop | sticky`.
    .replace(/\s+sticky\s*$/, '|sticky')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const written = (parts: readonly string[]): string => parts.join(' | ')

/** The faults in the text, `sticky` left out. */
export const faultsIn = (text: string): string[] => partsOf(text).filter((part) => part !== sticky)

/** Whether it is put on every attempt rather than the first alone. */
export const isSticky = (text: string): boolean => partsOf(text).at(-1) === sticky

/** The text with or without `sticky` at its end. */
export const withSticky = (text: string, wanted: boolean): string =>
  written([...faultsIn(text), ...(wanted ? [sticky] : [])])

/** The text with one more fault, before `sticky` where that ends it. */
export const withFault = (text: string, fault: string): string =>
  written([...faultsIn(text), fault, ...(isSticky(text) ? [sticky] : [])])

/** What the catalogue has of a fault as it is written: `tamper(body)` by its whole name, `delay(1s)` by its head. */
export function knownFault(part: string, known: readonly CatalogueFault[]): CatalogueFault | undefined {
  const [head = ''] = part.split('(')
  return known.find(({ fault }) => fault === part) ?? known.find(({ fault }) => fault === head.trim())
}

/** The text completed by an example of each fault whose way of being written begins like its last part. */
export function completions(text: string, known: readonly CatalogueFault[]): string[] {
  const at = text.lastIndexOf('|') + 1
  const begun = text.slice(at).trim().toLowerCase()
  const before = partsOf(text.slice(0, at))
  return known
    .filter(({ usage }) => usage.startsWith(begun))
    .map(({ example }) => written([...before, example]))
}
