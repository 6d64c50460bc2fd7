import fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Draws as the unit `binary` of fast-check does, any code point but the surrogates. That one keeps a table of all of them in
 * each process, which takes a second and slows every collection after it.
 */
export const anyLetter = fc.integer({ min: 0, max: 0x10ffff - surrogates.count }).map(
  (place) => String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count),
  (letter) => {
    const code = typeof letter === 'string' ? letter.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== letter) throw new Error('It is no letter')
    return code < surrogates.first ? code : code - surrogates.count
  },
)
