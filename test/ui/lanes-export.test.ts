import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutOf } from '../../ui/lanes/layout.ts'
import { guess } from '../../ui/lanes/measure.ts'
import { mermaidOf, mermaidText } from '../../ui/lanes/mermaid.ts'
import { partiesOf, stepsOf } from '../../ui/lanes/steps.ts'
import { linesThatFit, svgOf } from '../../ui/lanes/svg.ts'
import { type Entry, entryOf } from '../../ui/live/entries.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { attemptRow, captureRow, deliveryRow } from './samples.ts'

const palette = {
  good: 'rgb(1, 1, 1)',
  bad: 'rgb(2, 2, 2)',
  wait: 'rgb(3, 3, 3)',
  quiet: 'rgb(4, 4, 4)',
  fault: 'rgb(5, 5, 5)',
  ink: 'rgb(6, 6, 6)',
  ground: 'rgb(7, 7, 7)',
  frame: 'rgb(8, 8, 8)',
  line: 'rgb(9, 9, 9)',
}

function story(name: string): Entry[] {
  const sent = entryOf(
    'delivery',
    deliveryRow(1, {
      event: name,
      state: 'retrying',
      attempts_made: 2,
      fault: 'drop',
      next_attempt_at: '2026-01-01T09:06:00.000000Z',
    }),
  )
  if (sent.kind === 'delivery') {
    sent.attempts.set(
      1,
      attemptRow('dlv_1', 1, { fault: 'drop', outcome: { kind: 'dropped', code: 'fault_drop', detail: '' } }),
    )
    sent.attempts.set(2, attemptRow('dlv_1', 2, { started_at: '2026-01-01T09:01:00.000000Z' }))
  }
  const caught = entryOf(
    'capture',
    captureRow(2, { received_at: '2026-01-01T09:09:00.000000Z', endpoint: name }),
  )
  return [sent, caught]
}
function told(name: string) {
  const world = {
    origin: 'http://localhost:4400',
    successes: [200],
    runName: String,
    receiverName: ({ url }: { url: string }) => url.replace('http://', ''),
    capturesOf: () => [],
  }
  const steps = stepsOf(story(name), world)
  const parties = partiesOf(steps)
  const now = Date.parse('2026-01-01T09:05:00Z')
  return {
    mermaid: mermaidOf(steps, parties, { title: `all of ${name}`, now }),
    svg: svgOf(layoutOf(steps, parties, { width: 900, text: 13, measure: guess(13) }), palette, {
      title: 'Lanes',
      about: name,
      now,
    }),
  }
}

// The part of Mermaid's sequence diagrams that is written: what it reads as text has no sign of its own.
const text = String.raw`(?:[\p{L}\p{N} .,/:()_*·✓✕…+-]|#\d+;)*`
const grammar = [
  /^sequenceDiagram$/,
  new RegExp(`^ {4}title ${text}$`, 'u'),
  new RegExp(`^ {4}participant p\\d+ as ${text}$`, 'u'),
  new RegExp(`^ {4}p\\d+(?:->>|-->>|-x|--x)p\\d+: ${text}$`, 'u'),
  new RegExp(`^ {4}Note over p\\d+(?:,p\\d+)?: ${text}$`, 'u'),
]

test('the summary of a drawing uses as many lines as needed, none wider than the picture', () => {
  const wide = (words: string) => words.length * 10
  expect(linesThatFit('everything · 09:00 to 10:00', wide, 900, 900)).toEqual(['everything · 09:00 to 10:00'])
  expect(linesThatFit('everything · filter since:x · 09:00 to 10:00', wide, 120, 300)).toEqual([
    'everything',
    'filter since:x',
    '09:00 to 10:00',
  ])
  expect(linesThatFit(`a · ${'x'.repeat(99)} · b`, wide, 300, 300).every((line) => wide(line) <= 300)).toBe(
    true,
  )
})

test('Mermaid contains participants, arrows, responses, and notes for waits and faults', () => {
  expect(told('card.created').mermaid.split('\n')).toEqual([
    'sequenceDiagram',
    '    title all of card.created',
    '    participant p0 as other senders',
    '    participant p1 as sandbox',
    '    participant p2 as localhost:3000/hook',
    '    participant p3 as /in/card.created',
    '    Note over p0,p3: 09:00:00.000',
    '    Note over p1,p2: fault drop',
    '    p1-xp2: card.created',
    '    Note over p2: dropped',
    '    Note over p1: waited 1 min, then attempt 2 of 8',
    '    p1->>p2: card.created · attempt 2',
    '    p2-->>p1: ✕ 503 · 5 ms',
    '    Note over p1: waits, attempt 3 of 8 in 1 min',
    '    Note over p0,p3: 8 min later, 09:09:00.000',
    '    p0->>p3: POST /in/demo',
    '    p3-->>p0: ✓ verified',
    '',
  ])
})

test('every line is valid Mermaid, whatever the names', () => {
  const nasty = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'end',
      'a;b',
      '%% x',
      'x->>y: z',
      '#35;',
      '<script>',
      'a\nparticipant q',
      '{"a":1}',
      'x END y',
    ),
  )
  fc.assert(
    fc.property(nasty, (name) => {
      for (const line of told(name).mermaid.trimEnd().split('\n')) {
        expect(
          grammar.some((one) => one.test(line)),
          line,
        ).toBe(true)
        expect(line).not.toMatch(/:\s.*\bend\b/i)
      }
    }),
  )
  expect(mermaidText('a;b # <c> end')).toBe('a#59;b #35; #60;c#62; #101;nd')
})

/** A reader of XML that knows elements, attributes and text, and nothing that a drawing does not need. */
function readXml(xml: string): string[] {
  const open: string[] = []
  const seen: string[] = []
  let rest = xml.trim()
  while (rest !== '') {
    const found =
      rest.match(/^<\/([a-z]+)>/) ??
      rest.match(/^<([a-z]+)((?: [a-zA-Z0-9:-]+="[^"<&]*")*)(\/?)>/) ??
      rest.match(/^(?:[^<>&]|&#\d+;)+/)
    if (found === null) throw new Error(`not well-formed at ${rest.slice(0, 60)}`)
    rest = rest.slice(found[0].length)
    if (found[0].startsWith('</')) expect(open.pop()).toBe(found[1])
    else if (found[1] !== undefined) {
      seen.push(found[1])
      if (found[3] === '') open.push(found[1])
    }
  }
  expect(open).toEqual([])
  return seen
}

test('the SVG is well-formed whatever the names, and references nothing external', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: anyLetter }), fc.constantFrom('<&">', "'", '\u0000', ']]>')),
      (name) => {
        const { svg } = told(name)
        const seen = readXml(svg)
        expect(seen[0]).toBe('svg')
        expect(new Set(seen)).toEqual(new Set(['svg', 'title', 'rect', 'text', 'tspan', 'g', 'line', 'path']))
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in XML
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/)
      },
    ),
  )
  const { svg } = told('card.created')
  expect(svg).not.toMatch(/href|url\(|class=|style=|var\(|light-dark/)
  expect(svg.match(/http[^"]*/g)).toEqual(['http://www.w3.org/2000/svg'])
  for (const color of [palette.good, palette.bad, palette.wait, palette.fault]) expect(svg).toContain(color)
})
