/** Reads the headers as they may have been before something changed them. */
import { compiled } from '../../signing/compiled.ts'
import { methods } from '../../signing/methods.ts'
import type { Presented } from '../../signing/presented.ts'
import type { Facts, Reading } from '../facts.ts'
import { readingsByItems } from './header-items.ts'
import { rewritten } from './header-texts.ts'
import { readingsByTime } from './header-times.ts'
import { readingsByOtherForms, readingsByOtherNames, readingsOfOthers } from './other-readings.ts'
import { repeated, valuesOf } from './repeated.ts'

/** The maximum number of readings with two mistakes. */
const mostOfTwo = 60

/** All other readings of the headers. They are few, and each is tried only with valid secrets. */
export function readingsOf(facts: Facts): Reading[] {
  const { recipe, presented, content } = facts
  const { headers } = content
  const { present } = methods[recipe.method]
  const name = compiled(recipe).signatureHeader ?? ''
  const isJoined = valuesOf(facts, name).length > 1
  const single = repeated(facts, headers)
    .map(([accident, map]): Reading => ({ accident, presented: present(recipe, map) }))
    // An item such as v1=… of `t=…, v1=…` is not one of several values.
    .filter((one) => one.presented.timestamp !== undefined || presented.timestamp === undefined)
  // Senders that rename the header often omit the version too.
  const renamed = readingsByOtherNames(facts).flatMap((one): Reading[] =>
    one.presented.signatures.length > 0
      ? [one]
      : readingsByItems(recipe, one.presented, one.accident.received).map((inner) => ({
          ...inner,
          accident: one.accident,
          besides: inner.accident,
        })),
  )
  return [
    ...single,
    // The white space between joined values is not the sender's.
    ...(isJoined ? [] : readingsOfText(facts, name)),
    ...readingsOfOthers(facts),
    ...readingsByOtherForms(facts),
    ...readingsByTime(facts),
    ...renamed,
  ].filter((one) => one.presented.signatures.length > 0 && (one.by || saysOther(one.presented, presented)))
}

/** Reads the signature header with one change, then with two. */
function readingsOfText({ recipe, presented, content: { headers } }: Facts, name: string): Reading[] {
  const { present } = methods[recipe.method]
  const presentedOf = (text: string) => present(recipe, new Map(headers).set(name.toLowerCase(), text))
  const { raw = '' } = presented
  const once = rewritten(recipe, raw).map(({ accident, before }) => ({
    accident,
    before,
    presented: presentedOf(before),
  }))
  const seen = new Set([raw, ...once.map(({ before }) => before)])
  const twice = once.flatMap(({ accident, before, presented: half }): Reading[] => [
    ...readingsByItems(recipe, half).map((inner) => ({ ...inner, accident, besides: inner.accident })),
    ...rewritten(recipe, before).flatMap((inner) => {
      if (seen.has(inner.before)) return []
      seen.add(inner.before)
      return { accident, besides: inner.accident, presented: presentedOf(inner.before) }
    }),
  ])
  return [...once, ...readingsByItems(recipe, presented), ...twice.slice(0, mostOfTwo)]
}

/** Whether a reading differs in meaning. Ignored white space does not count. */
const saysOther = (one: Presented, other: Presented) => heldIn(one) !== heldIn(other)
const heldIn = ({ id, timestamp, signatures, flaws }: Presented) =>
  JSON.stringify([id, timestamp, signatures, flaws])
