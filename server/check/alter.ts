/** Changes signed headers the way a forger would. */
import { nudged } from '../faults/fault.ts'
import { compiled, signedHeaderNames } from '../signing/compiled.ts'
import { contentOf } from '../signing/content.ts'
import { methods } from '../signing/methods.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { HeaderPair } from '../wire.ts'
import type { Planned } from './probe.ts'

type Alter = NonNullable<Planned['alter']>

const isNamed = (names: readonly string[], name: string) =>
  names.some((one) => one.toLowerCase() === name.toLowerCase())

/** Every signature in the headers, without its label. */
export function signaturesIn(recipe: Recipe, headers: readonly HeaderPair[]): string[] {
  const byName = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))
  const content = contentOf({ body: Buffer.alloc(0) }, byName, {})
  return methods[recipe.method].present(recipe, content.headers).signatures.map(({ value }) => value)
}

/** Leaves out the headers that hold the signature. */
export const withoutSignature =
  (recipe: Recipe): Alter =>
  (headers) => {
    const { signature } = signedHeaderNames(recipe)
    return headers.filter(([name]) => !isNamed(signature, name))
  }

/** Gives the header of the signature this value. */
export const withSignatureHeader =
  (recipe: Recipe, value: string): Alter =>
  (headers) =>
    headers.map(([name, before]) =>
      isNamed([compiled(recipe).signatureHeader ?? ''], name) ? [name, value] : [name, before],
    )

/** Changes each signature and leaves its label and all else. */
export const withSignatures =
  (recipe: Recipe, change: (signature: string) => string): Alter =>
  (headers, { signatures }) =>
    headers.map(([name, value]) => [
      name,
      isNamed([compiled(recipe).signatureHeader ?? ''], name)
        ? signatures.reduce((text, one) => text.replace(one, () => change(one)), value)
        : value,
    ])

/** Changes the id, wherever it is written. */
export const withOtherId: Alter = (headers, { id }) =>
  headers.map(([name, value]) => [name, value.replaceAll(id, nudged(id, id.length - 1, 0.5))])

/** Changes the time by a few seconds, wherever it is written. */
export const withOtherTime =
  (another: string): Alter =>
  (headers, { timestamp }) =>
    headers.map(([name, value]) => [name, value.replaceAll(timestamp, another)])

/** The word before each signature, such as `v1` or `sha256`; empty where a scheme has none. */
const labelsOf = (recipe: Recipe): string[] =>
  compiled(recipe).items.flatMap(({ template, label }) =>
    label === undefined ? [] : (/^[a-z]+\d+[a-z]?(?=[,=:])/i.exec(template.texts[0] ?? '') ?? []),
  )

export const hasVersion = (recipe: Recipe): boolean =>
  (recipe.method === 'hmac' || recipe.method === 'ed25519') && labelsOf(recipe).length > 0

/** Puts each right signature under a label that no receiver knows. */
export const withOtherVersion =
  (recipe: Recipe): Alter =>
  (headers, { signatures }) => {
    const key = compiled(recipe).signatureHeader ?? ''
    const labels = labelsOf(recipe)
    return headers.map(([name, value]) => {
      if (!isNamed([key], name)) return [name, value]
      const renamed = signatures.reduce((text, one) => {
        const label = labels.find((word) =>
          new RegExp(`${word}[,=:]$`).test(text.slice(0, text.indexOf(one))),
        )
        if (label === undefined) return text
        const at = text.indexOf(one) - label.length - 1
        return `${text.slice(0, at)}${label.replace(/\d+/, '99')}${text.slice(at + label.length)}`
      }, value)
      return [name, renamed]
    })
  }

/** Other text of the same form. */
export const turnedAround = (text: string): string => text.split('').toReversed().join('')

/** Every letter in the other case. */
export const inOtherCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** All header names in capitals, or in small letters. */
export const namesIn =
  (which: 'upper' | 'lower'): Alter =>
  (headers) =>
    headers.map(([name, value]) => [which === 'upper' ? name.toUpperCase() : name.toLowerCase(), value])
