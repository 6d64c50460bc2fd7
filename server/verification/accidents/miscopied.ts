/** Recognizes a correct signature in which a few characters changed. */
import { compiled } from '../../signing/compiled.ts'
import { methods } from '../../signing/methods.ts'
import { plural } from '../../words/plural.ts'
import type { Facts } from '../facts.ts'
import type { Accident } from '../search/accident.ts'

/** How many secrets and signatures are compared. */
const [mostSecrets, mostSignatures] = [3, 5]

/** A shorter signature may resemble another by chance. */
const shortest = 27

/** The most characters that may differ in place, and the most that may be added or lost. Random texts differ in far more. */
const [mostReplaced, mostMoved] = [8, 3]

/** Re-serialising a larger body takes too long for one comparison. */
const largestAnew = 200_000

/** The places at which two texts of the same length differ; undefined if these are too many. */
function replaced(one: string, other: string): number[] | undefined {
  if (one.length !== other.length) return undefined
  const places = [...one].flatMap((letter, at) => (letter === other[at] ? [] : at))
  return places.length <= mostReplaced ? places : undefined
}

/** The number of added, lost and replaced characters; undefined if these are too many. */
function distance(one: string, other: string): number | undefined {
  if (Math.abs(one.length - other.length) > mostMoved) return undefined
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, above] of row.slice(1).entries())
      next.push(Math.min(above + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other[j] ? 0 : 1)))
    row = next
  }
  const found = row[other.length] ?? 0
  return found <= mostMoved ? found : undefined
}

function differenceOf(right: string, came: string): string | undefined {
  if (right.length < shortest || Math.abs(right.length - came.length) > mostMoved || right === came)
    return undefined
  const first = [...right].findIndex((letter, at) => letter !== came[at])
  const where = `The first difference is at character ${(first < 0 ? right.length : first) + 1}.`
  const moved = distance(right, came)
  const places = replaced(right, came)
  if (places && places.length <= (moved ?? mostReplaced))
    return `differs from the correct signature in ${places.length} of ${right.length} characters. ${where}`
  if (moved === undefined) return undefined
  return `is the correct signature of ${right.length} characters with ${plural(moved, 'character')} added, lost or changed. ${where}`
}

/** The mistake, if a received signature nearly equals the correct one. */
export function miscopied({ recipe, presented, content, input }: Facts): Accident | undefined {
  const { method } = recipe
  if (method === 'password' || presented.signatures.length > mostSignatures) return undefined
  if (compiled(recipe).signsPython && input.body.length > largestAnew) return undefined
  for (const { secret } of input.secrets.slice(0, mostSecrets)) {
    const expected = methods[method].expected(recipe, secret, presented, content)
    if (expected === null) continue
    const headers = new Map(content.headers).set(presented.signatureHeader.toLowerCase(), expected)
    for (const right of methods[method].present(recipe, headers).signatures) {
      for (const { label, value } of presented.signatures) {
        const said = label === right.label ? differenceOf(right.value, value) : undefined
        if (said === undefined) continue
        const detail = `The signature ${said}`
        return { cause: 'signature_miscopied', detail, expected: right.value, received: value }
      }
    }
  }
  return undefined
}
