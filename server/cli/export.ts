/** The command `export`: writes the recorded session to a file, or prints it. */
import { StartError } from '../failures.ts'
import { withQuery } from '../library/ask.ts'
import { writePrivate } from '../private-files.ts'
import { plural } from '../words/plural.ts'
import type { Making } from './command.ts'

export function addExportCommand({ speaking }: Making) {
  speaking(
    'export',
    'write the recorded session: every request since the start or the last reset, with its results',
  )
    .argument('[file]', 'file to write; without it, or with -, print the session')
    .option('--otlp', 'write the attempts as traces instead, in the JSON of OpenTelemetry (OTLP)')
    .option('-q, --q <filter>', "with --otlp: only deliveries that match, such as 'event:card.* since:5m'")
    .json('print the file, its counts and its notes as one JSON document; without a file, no effect')
    .action(async (given, { otlp, q }, { client, terminal, tell, tellLines }) => {
      const file = given === '-' ? undefined : given
      if (otlp) {
        const lines = client.lines(withQuery('/sandbox/deliveries.otlp', { q }))
        if (file === undefined) return void (await tellLines(lines))
        await write(file, lines)
        return tell({ file }, () => [`${file}: traces of the deliveries`])
      }
      if (q !== undefined)
        throw new StartError(
          'A session has all requests, so it takes no filter.',
          'Leave out --q, or write traces with --otlp.',
        )
      const counting = createCounting(client.base)
      const lines = counting.through(client.lines('/sandbox/session'))
      if (file === undefined) await tellLines(lines)
      else await write(file, lines)
      const { notes, counts, complete } = counting.found()
      for (const note of notes) terminal.log(note)
      if (!complete)
        terminal.log(
          `This session cannot be replayed exactly. Begin a new session with: ${client.command('reset')}`,
        )
      if (file === undefined) return
      const { inputs = 0, events = 0, deliveries = 0, attempts = 0 } = counts
      tell({ file, complete, notes, inputs, events, deliveries, attempts }, () => [
        `${file}: ${plural(inputs, 'input')}, ${plural(events, 'event')}, ${plural(deliveries, 'delivery', 'deliveries')}, ${plural(attempts, 'attempt')}; contains secrets`,
      ])
    })
}

async function write(file: string, lines: AsyncIterable<string>) {
  try {
    await writePrivate(file, ended(lines))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot write ${file}: ${error instanceof Error ? error.message : error}.`,
      'Give another file, or leave the file out to print the session.',
    )
  }
}

async function* ended(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

/** Counts the records of a session as they pass: one on each line, after a line about the session. */
function createCounting(base: string) {
  const counts: Record<string, number> = {}
  let about: { complete: boolean; notes: string[] } | undefined
  let list: string | undefined

  function look(line: string, number: number) {
    if (number === 2) about = JSON.parse(`{${line.replace(/,$/, '')}}`)
    const [, name] = /^"(\w+)":\[$/.exec(line) ?? []
    if (name !== undefined) {
      list = name
      counts[list] = 0
    } else if (line.startsWith(']')) list = undefined
    else if (list !== undefined && line !== '') counts[list] = (counts[list] ?? 0) + 1
  }

  return {
    async *through(lines: AsyncIterable<string>): AsyncGenerator<string> {
      let number = 0
      for await (const line of lines) {
        number++
        if (number === 1 && line !== '{"session":{')
          throw new StartError(`${base} is not a sandbox.`, 'Give the address of a sandbox with --url URL.')
        look(line, number)
        yield line
      }
    },
    found: () => ({ notes: about?.notes ?? [], complete: about?.complete ?? false, counts }),
  }
}
