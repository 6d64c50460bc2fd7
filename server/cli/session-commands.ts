import { type ExportFlags, exportSession } from './export.ts'
import type { Making, ProgramNeeds } from './making.ts'
import { type ReplayFlags, replay } from './replay.ts'
import { endsWrongCalls } from './wrong-call.ts'

/** The commands of recorded sessions. */
export function addSessionCommands({ speaking, group }: Making, needs: ProgramNeeds) {
  speaking('export', 'write what was asked since the start or the last reset, and what came of it')
    .argument('[file]', 'where to; without it, or with -, it is printed')
    .option('--json', 'print as JSON what was written to the file')
    .action((file: string | undefined, flags: ExportFlags) => exportSession(file, flags, needs))

  const replaying = group(
    'replay',
    'play a recorded session again in a sandbox of its own; exit code 1 where it comes out differently, 2 where it cannot be played',
  )
  endsWrongCalls(replaying)
    .argument('<file>', 'what export wrote, - for standard input')
    .option('--live', 'really send to the receivers that were recorded, in place of answering as they did')
    .option('--json', 'print the differences as JSON')
    .action((file: string, flags: ReplayFlags) => replay(file, flags, needs))
}
