/**
 * Holds the project's English against a list of odd phrases. A hit is mended by rewriting its sentence. The list grows by what
 * reviews find.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A phrase, and what to write for it. */
const odd: [RegExp, string][] = [
  [/\b(is|are|was|were|be|been) told\b/i, 'shows, reports or prints'],
  [/(?<!const )\btell(s|ing)? of\b/i, 'shows, reports or describes'],
  [/\banew\b/i, 'again, or reset'],
  [/\bonce more\b/i, 'again'],
  [
    /\b(as it|as they|what|that) stands?\b|\bstands? (in|for|at|there)\b|\bhere stands\b/i,
    'is set, is, remains',
  ],
  [/\bof which\b/i, 'two sentences'],
  [/\bnone that\b|\bthat is none\b|\bis none of\b/i, 'not, or no'],
  [/\bwhat is to\b|\bof what is\b/i, 'the noun that is meant'],
  [/\bso[- ]manieth\b|\bso many\b/i, 'Nth, or a number of'],
  [/\bwhosoever\b|\bwhoever\b|\bwhosever\b|\bwho reads on\b/i, 'the client, the reader, any'],
  [/\b(made|written|answers?) so\b(?! that)/i, 'what happens'],
  [/\bbroken off\b|\bbreaks off\b/i, 'stopped'],
  [/\bhow (it|they|that) fares?\b/i, 'progress, or state'],
  [/\bit failed inside\b/i, 'crashed'],
]

const files = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['docs', 'server', 'ui', 'fixtures/scenarios'].flatMap(filesIn),
].filter((name) => /\.(md|ts|tsx|mjs|css|sql|txt|yaml)$/.test(name))

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.replaceAll('\\', '/')}`,
  )
}

/** The odd phrases of a text, with their lines and what to write for them. A phrase may go over a line's end. */
function oddIn(text: string): string[] {
  const flat = text.replace(/\n[ \t]*(?:\*|\/\/|--)?[ \t]*/g, (end) => `\n${' '.repeat(end.length - 1)}`)
  return odd.flatMap(([phrase, instead]) =>
    [...flat.matchAll(new RegExp(phrase.source.replaceAll(' ', '\\s+'), 'gi'))].map(
      ({ 0: found, index }) =>
        `line ${text.slice(0, index).split('\n').length}: "${found.replace(/\s+/g, ' ')}": write ${instead}`,
    ),
  )
}

/** The names of the tests in a test file. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/^\s*(?:(?:test|describe)\b|[\])}]).*?\((['"`])(.+?)\1, (?=async|[({]|[a-z]+ =>)/gm)].map(
    ([, , name = '']) => name,
  )

const testFiles = filesIn('test').filter((name) => name.endsWith('.test.ts'))

test('the list finds a phrase on one line and across two', () => {
  expect(oddIn('Begin anew.\n// What is\n// told here.')).toHaveLength(2)
})

test('the names of tests are found, on one line and after a table', () => {
  expect(namesIn("test('a', () => {\n])('b %s', async (one) => {\n  expect(c('d', e))")).toEqual([
    'a',
    'b %s',
  ])
})

test.each(testFiles)('the names of the tests of %s have no odd phrase', (name) => {
  expect(namesIn(readFileSync(name, 'utf8')).filter((one) => oddIn(one).length > 0)).toEqual([])
})

test.each(files)('%s has no odd phrase', (name) => {
  expect(oddIn(readFileSync(name, 'utf8'))).toEqual([])
})
