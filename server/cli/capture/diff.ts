/** The command `capture diff`: prints the differences between two captures. */

import { withQuery } from '../../library/ask.ts'
import type { CaptureDiff } from '../../wire.ts'
import { plural } from '../../words/plural.ts'
import { type Line, span } from '../../words/spans.ts'
import type { CommandContext } from '../command.ts'
import { capturePath } from './named.ts'

type Change = CaptureDiff['headers'][number]

export async function captureDiff(
  { before, after }: { before: string; after: string },
  { client, tell }: CommandContext,
) {
  const path = withQuery(capturePath(before, 'diff'), { with: after })
  const answer = await client.get<{ diff: CaptureDiff }>(path, 'diff')
  const lines = diffLines(answer.diff)
  tell(answer, () => (lines.length === 0 ? ['The requests are the same.'] : lines))
}

function diffLines({ line, headers, json, body }: CaptureDiff): Line[] {
  const blocks: [string, Line[]][] = [
    ['request', line.flatMap(changeLines)],
    ['headers', headers.flatMap(changeLines)],
    ['JSON', (json ?? []).flatMap(changeLines)],
    // Differences in the JSON make those of the bytes superfluous.
    ['bytes', body && !json?.length ? byteLines(body) : []],
  ]
  return blocks.flatMap(([title, lines]) => (lines.length > 0 ? [[span(title, 'gray')], ...lines] : []))
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const changeLines = ({ path, change, before, after }: Change): Line[] => [
  ...(change === 'added' ? [] : [[span(`- ${path}: ${shown(before)}`, 'red' as const)]]),
  ...(change === 'removed' ? [] : [[span(`+ ${path}: ${shown(after)}`, 'green' as const)]]),
]

const sides = { both: [' ', undefined], sender: ['-', 'red'], here: ['+', 'green'] } as const

const byteLines = ({ at, sender_bytes, here_bytes, parts }: NonNullable<CaptureDiff['body']>): Line[] => [
  [span(`  first difference at byte ${at}; sizes ${sender_bytes} and ${plural(here_bytes, 'byte')}`)],
  ...parts.map(({ side, text, skipped }): Line => {
    const [mark, style] = sides[side]
    return [
      span(`${mark} ${text}`, style),
      span(skipped > 0 ? `  (${plural(skipped, 'byte')} left out)` : '', 'gray'),
    ]
  }),
]
