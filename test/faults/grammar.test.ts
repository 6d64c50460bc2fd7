import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../server/failures.ts'
import { parseFault, readFault } from '../../server/faults/grammar.ts'
import { faultNames, faults } from '../../server/faults/table.ts'
import { runsOf } from '../helpers/runs.ts'
import { canonical, examples } from './world.ts'

/** A text, how it is written canonically, and what its first fault was told. */
const good: [text: string, canonical: string, args?: object][] = [
  ['drop', 'drop', {}],
  [' drop() ', 'drop', {}],
  ['duplicate', 'duplicate(2)', { n: 2, gapMs: 0 }],
  ['duplicate(3)', 'duplicate(3)', { n: 3, gapMs: 0 }],
  ['duplicate( 20 ,1m30s )', 'duplicate(20, 90s)', { n: 20, gapMs: 90_000 }],
  ['delay(500ms)', 'delay(500ms)', { ms: 500 }],
  ['delay(1550ms)', 'delay(1550ms)', { ms: 1550 }],
  ['delay(24h)', 'delay(1d)', { ms: 86_400_000 }],
  ['reorder(10s)', 'reorder(10s)', { ms: 10_000 }],
  ['reorder(5)', 'reorder(500ms)', { ms: 500 }],
  ['tamper(body)', 'tamper(body)', {}],
  ['tamper ( header )', 'tamper(header)', {}],
  ['tamper(signature)', 'tamper(signature)', {}],
  ['wrong_secret', 'wrong_secret', {}],
  ['unsigned', 'unsigned', {}],
  ['skew(-10m)', 'skew(-10m)', { seconds: -600 }],
  ['skew(+10m)', 'skew(+10m)', { seconds: 600 }],
  ['skew(301s)', 'skew(+301s)', { seconds: 301 }],
  ['replay', 'replay(old)', { seconds: 3600 }],
  ['replay(old)', 'replay(old)', { seconds: 3600 }],
  ['replay(2d)', 'replay(2d)', { seconds: 172_800 }],
  ['truncate', 'truncate(50%)', { fraction: 0.5 }],
  ['truncate(0.25)', 'truncate(25%)', { fraction: 0.25 }],
  ['truncate(1)', 'truncate(1%)', { fraction: 0.01 }],
  ['truncate(99)', 'truncate(99%)', { fraction: 0.99 }],
  ['truncate(0.5%)', 'truncate(0.5%)', { fraction: 0.005 }],
  ['truncate(0)', 'truncate(0%)', { fraction: 0 }],
  ['slow(100)', 'slow(100)', { bytesPerSecond: 100 }],
  ['slow(1kb/s)', 'slow(1kb)', { bytesPerSecond: 1024 }],
  ['slow(1.5KB)', 'slow(1536)', { bytesPerSecond: 1536 }],
  ['reset(headers)', 'reset(headers)', {}],
  ['reset(body)', 'reset(body)', {}],
  ['content_type(text/plain; charset=x)', 'content_type(text/plain; charset=x)'],
  ['content_type( application/json, text/plain )', 'content_type(application/json, text/plain)'],
  ['charset(UTF-16)', 'charset(utf-16)', { charset: 'utf-16' }],
  ['oversize(1mb)', 'oversize(1mb)', { bytes: 1_048_576 }],
  ['oversize(65536)', 'oversize(64kb)', { bytes: 65_536 }],
  ['oversize(50mb)', 'oversize(50mb)', { bytes: 52_428_800 }],
  ['oversize(50mb) | charset(us-ascii)', 'oversize(50mb) | charset(us-ascii)'],
  ['header_case', 'header_case', {}],
  ['unknown_event', 'unknown_event', {}],
  ['extra_field', 'extra_field', {}],
  ['missing_field(card.status)', 'missing_field(card.status)', { path: ['card', 'status'] }],
  ['missing_field(a["b.c"][0])', 'missing_field(a["b.c"][0])', { path: ['a', 'b.c', '0'] }],
  ['reserialise', 'reserialise', {}],
  ['http10', 'http10', {}],
  ['chunked', 'chunked', {}],
  ['duplicate(2)|delay(500ms)', 'duplicate(2) | delay(500ms)'],
  ['drop|sticky', 'drop | sticky'],
  ['drop sticky', 'drop | sticky'],
  ['drop | delay(1m) sticky', 'drop | delay(1m) | sticky'],
  ['truncate | slow(10) | chunked', 'truncate(50%) | slow(10) | chunked'],
]

test.each(good)('%s is read, and written as %s', (text, written, args) => {
  expect(canonical(text)).toBe(written)
  if (args) expect(parseFault(text).parts[0]?.args).toEqual(args)
})

test('every fault is among what was read', () => {
  const read = good.flatMap(([text]) => parseFault(text).parts.map(({ name }) => name))
  expect(new Set(read)).toEqual(new Set(faultNames))
})

test('sticky is separated from the faults before it', () => {
  expect(parseFault('drop')).toMatchObject({ sticky: false })
  expect(parseFault('drop | sticky')).toMatchObject({ sticky: true, parts: [{ name: 'drop' }] })
})

/** What is refused, and a part of what is said. */
const bad: [text: string, says: string][] = [
  ['', 'A fault is missing'],
  ['drop |', 'A fault is missing'],
  ['| sticky', 'A fault is missing'],
  ['sticky', 'Put sticky at the end, after the faults. Write drop | sticky.'],
  ['sticky | drop', 'Put sticky at the end, after the faults. Write drop | sticky.'],
  ['sticky | sticky', 'Put sticky at the end, after the faults. Write drop | sticky.'],
  ['dorp', 'Unknown fault dorp. Did you mean drop?'],
  ['Drop', 'Did you mean drop?'],
  ['duplicte(2)', 'Did you mean duplicate?'],
  ['wrongsecret', 'Did you mean wrong_secret?'],
  ['reserialize', 'Did you mean reserialise?'],
  ['tampr(body)', 'Did you mean tamper?'],
  ['zzzzzzzz', 'Valid: drop, duplicate, delay'],
  ['constructor', 'Unknown fault constructor'],
  ['tamper', 'Write tamper(body), or tamper(header), or tamper(signature).'],
  ['tamper(bdoy)', 'Did you mean tamper(body)?'],
  ['tamper(body, header)', 'takes one of 3 words'],
  ['reset(header)', 'Did you mean reset(headers)?'],
  ['drop(1)', 'drop takes no arguments. Write drop'],
  ['delay', 'delay takes one argument. Write delay(t), for example delay(5m).'],
  ['delay(5m, 6m)', 'takes one argument'],
  ['delay(5)', 'needs a duration'],
  ['delay(0)', 'needs a duration above 0 and at most 36500d'],
  ['delay(36501d)', 'needs a duration above 0 and at most 36500d'],
  ['duplicate(2, 36501d)', 'at most 36500d'],
  ['delay(99999d)', 'needs a duration'],
  ['delay(5m', 'is not a fault. Write name(args)'],
  ['delay(5m) drop', 'is not a fault. Write name(args)'],
  ['delay((5m))', 'is not a fault. Write name(args)'],
  ['duplicate(1)', 'from 2 to 20'],
  ['duplicate(21)', 'from 2 to 20'],
  ['duplicate(2, 5)', 'from 2 to 20'],
  ['duplicate(2.5)', 'Write duplicate(n, gap), for example duplicate(2).'],
  ['reorder(0)', 'needs a duration'],
  ['dup(2)', 'Unknown fault dup. Did you mean duplicate?'],
  ['Missing(a)', 'Did you mean missing_field?'],
  ['res(body)', 'Unknown fault res. Did you mean reset?'],
  ['drop | stiky', 'Did you mean sticky?'],
  ['skew(10)', 'with a unit, such as -90s'],
  ['skew(500ms)', 'whole seconds'],
  ['skew(0)', 'whole seconds'],
  ['skew(+11000d)', 'at most 10 years'],
  ['replay(-1h)', 'takes an age'],
  ['replay(new)', 'takes an age'],
  ['replay(5)', 'with a unit, such as 90s'],
  ['truncate(100%)', 'below 100%'],
  ['truncate(all)', 'below 100%'],
  ['slow(0)', 'bytes per second'],
  ['slow(1tb)', 'bytes per second'],
  ['content_type', 'Content-Type'],
  ['content_type(a\nb)', 'Content-Type'],
  ['charset(utf8)', 'Did you mean utf-8?'],
  ['charset(klingon)', 'Supported: utf-8, utf-16, utf-16le, utf-16be, iso-8859-1, us-ascii'],
  ['oversize(51mb)', 'from 1 byte to 50mb'],
  ['oversize(0)', 'from 1 byte to 50mb'],
  ['reserialise(x)', 'Write reserialise.'],
  ['missing_field', 'takes one argument'],
  ['missing_field(a..b)', 'path of a field'],
  ['missing_field(a, b)', 'takes one argument'],
  ['missing_field(a["b"], c)', 'takes one argument'],
  ['drop | drop', 'drop appears twice'],
  ['charset(utf-16be) | oversize(26mb)', 'oversize and charset add up to 54525952 bytes'],
  ['missing_field(a) | missing_field(b)', 'missing_field appears twice'],
  ['drop | tamper(body)', 'a dropped attempt is not sent'],
  ['chunked | drop', 'a dropped attempt is not sent'],
  ['drop | duplicate(2)', 'a dropped attempt is not sent'],
  ['unsigned | wrong_secret', 'exclude each other'],
  ['tamper(signature) | unsigned', 'exclude each other'],
  ['wrong_secret | tamper(signature)', 'exclude each other'],
  ['skew(-1h) | replay', 'exclude each other'],
  ['http10 | chunked', 'HTTP/1.0 does not support chunks'],
  ['reset(headers) | reset(body)', 'each ends the connection'],
  ['truncate | reset(body)', 'each ends the connection'],
  [`delay(${'1'.repeat(500)}ms)`, 'The limit is 500.'],
]

test.each(bad)('%s is refused: %s', (text, says) => {
  const refuse = () => parseFault(text)
  expect(refuse).toThrow(Failure)
  try {
    refuse()
  } catch (error) {
    const { code, message, fix } = error as Failure
    expect(code).toBe('fault_invalid')
    expect(`${message} ${fix}`).toContain(says)
    expect(message).toMatch(/\.$/)
    expect(fix).toMatch(/[.?]$/)
  }
})

test.each(faultNames)('the example of %s is one', (name) => {
  const { example, usage } = faults[name]
  expect(parseFault(example).parts).toMatchObject([{ name }])
  expect(usage.split('(')[0]).toBe(name.split('(')[0])
})

describe('whatever is written', () => {
  test('no text makes the reader throw, and what it takes is canonical at the second reading', () => {
    const piece = fc.oneof(
      fc.constantFrom(...examples, 'sticky', 'drop sticky', ''),
      fc.stringMatching(/^[a-z_]{1,12}(\([^|]{0,12}\))?$/),
      fc.string({ maxLength: 40 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const read = readFault(pieces.join('|'))
        if (!('problem' in read)) expect(readFault(read.text)).toEqual(read)
      }),
      runsOf({ seed: 11, numRuns: 2000 }),
    )
  })
})
