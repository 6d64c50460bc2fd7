import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matcherOf, templateOf } from '../../server/signing/template.ts'
import { endsOnLarge } from '../helpers/large.ts'
import { runsOf } from '../helpers/runs.ts'

test('a gap holds what a regular expression with the least in each would have there', () => {
  const text = (more: string[]) => fc.string({ unit: fc.constantFrom('a', 'B', ',', ...more), maxLength: 12 })
  fc.assert(
    fc.property(text(['{x}', '{y}']), text(['\n']), fc.boolean(), (written, sent, ignoresCase) => {
      const template = templateOf(written)
      const pattern = new RegExp(`^${template.texts.join('(.+?)')}$`, ignoresCase ? 'si' : 's')
      const found = pattern.exec(sent)
      expect(matcherOf(template, { ignoresCase })(sent)).toEqual(
        found ? new Map(template.slots.map((slot, i) => [slot, found[i + 1]])) : undefined,
      )
    }),
    runsOf({ numRuns: 1250, seed: 20_260_101 }),
  )
})

test('a text that nearly fits costs no more than its length', () => {
  const match = matcherOf(templateOf('ts="{ts}",id="{id}",signature="{signature}"'))
  const never = `ts="${'",id="'.repeat(1_000_000)}${'",signature="'.repeat(1_000_000)}x`
  endsOnLarge(() => expect(match(never) === undefined).toBe(true))
})
