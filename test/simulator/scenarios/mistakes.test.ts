import { expect, test } from 'vitest'
import { compile } from '../../../server/simulator/scenarios/compile.ts'
import { callMistakes } from './call-mistakes.ts'
import { calls } from './calls.ts'
import { fileMistakes } from './file-mistakes.ts'
import type { Mistake } from './mistake.ts'
import { referenceMistakes } from './reference-mistakes.ts'
import { replyMistakes } from './reply-mistakes.ts'
import { right, wrong } from './right.ts'
import { stepMistakes } from './step-mistakes.ts'

const mistakes = [...fileMistakes, ...callMistakes, ...stepMistakes, ...replyMistakes, ...referenceMistakes]

test('nothing is wrong with the right one', () => {
  expect(compile('lost.yaml', right, calls)).toMatchObject({ problems: [], title: 'A card is lost' })
})

/** § stands for $. */
const withDollars = (text: string) => text.replaceAll('§', '$')

test.each([
  // What a reference stands for may hold slashes; who expects 404 calls what is not there on purpose.
  ['GET /§{set.times}'],
  ['GET /cards/§{set.times}/transactions'],
  ['GET /c§{set.times}s/'],
  ['POST /customers'],
  ['HEAD /api/v0.1/cards?limit=1'],
  ['OPTIONS /anything'],
  ['GET /sandbox/§{set.times}/x'],
  ['GET /crads', '404'],
  ['GET /crads', '"§{set.times}"'],
])('%s, expected to answer %s, may lead somewhere or is meant to lead nowhere', (call, status?: string) => {
  const from = '        call: GET /customers/§{customer.customer_id}\n'
  const to = `        call: ${call}\n${status === undefined ? '' : `        status: ${status}\n`}`
  expect(compile('lost.yaml', wrong(withDollars(from), withDollars(to)), calls).problems).toEqual([])
})

test.each([
  'path: /api/v0.1/cards/*',
  'path: /*',
  'path: /cards/§{customer.customer_id}/*',
  'path: /cards/crd_1',
  'path: /c*s',
  'path: /customers',
  'path: /customers/x*y',
])('%s fits some call', (path) => {
  expect(compile('lost.yaml', wrong('path: /cards/*', withDollars(path)), calls).problems).toEqual([])
})

test.each([
  ['{ card.last_four: "4242" }', '{ card.lastfour: 12 }\n    force: true'],
  ['last_four: "4242"', 'last_four: "§{set.times}", card: { card_id: "§{run.id}" }'],
])('%s → %s: what is forced, or known only later, is not held against the schema', (from, to) => {
  expect(compile('lost.yaml', wrong(from, withDollars(to)), calls).problems).toEqual([])
})

/** Lists of all valid words are left to those who keep them. */
const withoutList = (said: string) => said.replace(/^lost\.yaml, /, '').replace(/ Valid:.*$/, '')

test.each(mistakes.map((row) => row.map((text) => text.replaceAll('§', '$')) as Mistake))(
  '%j → %j is reported once, with its line and step',
  (from, to, says) => {
    const { problems, scenario } = compile('lost.yaml', wrong(from, to), calls)
    expect(problems.map(withoutList)).toEqual([says])
    expect(scenario).toBeUndefined()
  },
)

test('several mistakes are all told, in the order of their lines', () => {
  const text = wrong('status: 201', 'status: created')
    .replace('wait: 3d', 'wiat: 3d')
    .replace('titl', 'titel')
  expect(compile('lost.yaml', text, calls).problems.map(withoutList)).toEqual([
    'line 2: titele is not a key of a scenario; did you mean title?',
    'line 18, step 1 (customer): status: must be a status such as 201.',
    'line 24, step 3: wiat is not a kind of step; did you mean wait?',
  ])
})

test('what is wrong with a long map behind an alias is reported once for each step', () => {
  const paths = Array.from({ length: 500 }, (_, number) => `path${number}: 1`).join(', ')
  const text = `steps:
  - &seen
    expect: delivery
    where: { ${paths} }
  - *seen`
  const { problems } = compile('lost.yaml', text, calls)
  expect(problems).toHaveLength(1000)
  expect(problems.at(-1)).toMatch(
    /^lost\.yaml, line 4, step 2 \(expect-2\): where: path499 is not a field of delivery/,
  )
})

test('what refers to a step that is wrong itself is not told as well', () => {
  const { problems } = compile(
    'lost.yaml',
    wrong('  - name: customer\n    call:', '  - name: customer\n    cal:'),
    calls,
  )
  expect(problems).toEqual([
    'lost.yaml, line 15, step 1 (customer): cal is not a kind of step; did you mean call?',
  ])
})

test.each([
  ['', 'lost.yaml, line 1: must hold title, description and steps.'],
  ['- a list', 'lost.yaml, line 1: must hold title, description and steps.'],
  [
    'steps: []\n---\nsteps: []',
    'lost.yaml, line 2: begins another document; put each scenario into a file of its own.',
  ],
  [
    'steps:\n  - call: GET /cards\n    answer: { id: {{id}} }',
    'lost.yaml, line 3: a list or a map stands as a key; text that begins with { or [ needs quotes.',
  ],
  ['set: { a: &a [1] }\nsteps: [{ *a : 1 }]', 'lost.yaml, line 2: a list or a map stands as a key; '],
  [
    'title: Note: a card\nsteps: [{ wait: 1s }]',
    'lost.yaml, line 1: is not YAML: a text contains a key; quote text that contains a colon and a space, and indent all keys of a map equally.',
  ],
  [
    'steps:\n  - name: one\n    wait: 1s\n     within: 1s',
    'lost.yaml, line 3: is not YAML: a text contains a key; ',
  ],
  [
    'steps:\n  - event: *.created',
    'lost.yaml, line 2: *.created has no value; text that begins with * needs quotes.',
  ],
  [
    'steps:\n  - wait: 1s\n  - event: *',
    'lost.yaml, line 3: is not YAML: text that begins with * or & needs quotes.',
  ],
  ['title: @home', 'lost.yaml, line 1: is not YAML: text that begins with @, % or ` needs quotes.'],
  [
    'steps:\n  - &one\n    wait: 1s\n  - <<: *one\n    name: two',
    'lost.yaml, line 4: << merges nothing; write the keys out.',
  ],
  ['steps: &all\n  - *all', 'lost.yaml, line 2: *all contains itself.'],
  ['steps: &all\n  - repeat: 2\n    steps: *all', 'lost.yaml, line 3: *all contains itself.'],
  [`steps: ${'['.repeat(20_000)}`, 'lost.yaml, line 1: '],
  [`steps:\n${'  - wait: 1s\n'.repeat(1001)}`, 'lost.yaml, line 1002: there are more than 1000 steps.'],
  [
    `steps: ${'[{repeat: 1, steps: '.repeat(9)}[{wait: 1s}]${'}]'.repeat(9)}`,
    'lost.yaml, line 1, step 1.1.1.1.1.1.1.1 (',
  ],
])('a file that is not a scenario at all is reported once, %#', (text, says) => {
  const { problems, scenario } = compile('lost.yaml', text, calls)
  expect(problems[0]?.slice(0, says.length)).toBe(says)
  expect(scenario).toBeUndefined()
})
