import type { Making, ProgramNeeds } from '../making.ts'
import { address, collectHeader } from '../values.ts'
import { type CaptureBodyFlags, captureBody } from './body.ts'
import { type CaptureDiffFlags, captureDiff } from './diff.ts'
import {
  type CaptureCurlFlags,
  type CaptureExportFlags,
  captureCurl,
  captureExport,
  captureHar,
} from './export.ts'
import { type CaptureImportFlags, captureImport } from './import.ts'
import { type CaptureKeepFlags, captureNote, capturePin } from './keep.ts'
import { type CaptureManyFlags, captureDelete } from './many.ts'
import { type CaptureReplayFlags, captureReplay } from './replay.ts'
import { type CaptureShowFlags, captureShow } from './show.ts'

/** The commands below `capture`. */
export function addCaptureCommands({ speaking, group }: Making, needs: ProgramNeeds) {
  const capture = group('capture', 'what was received: reading, keeping, sending again')
  const one = (name: string, description: string) =>
    speaking(name, description, capture).argument('<id>', 'what captures printed, such as cap_…')

  const oneOrAll = (name: string, description: string) =>
    speaking(name, description, capture)
      .argument('[id]', 'what captures printed, such as cap_…')
      .option('-q, --q <filter>', "all that match, such as 'verdict:failed since:5m words'")

  one('show', 'print a request as it came, and what its signature is worth')
    .option('--json', 'print it as JSON')
    .action((id: string, flags: CaptureShowFlags) => captureShow(id, flags, needs))

  one('body', 'print the exact bytes of its body')
    .option('--decoded', 'with its content codings undone, as text')
    .option('--json', 'print it as JSON')
    .action((id: string, flags: CaptureBodyFlags) => captureBody(id, flags, needs))

  one('curl', 'print a curl command that sends the same bytes')
    .option('--to <url>', 'to this address in place of where it was received', address)
    .option('--json', 'print the command as JSON')
    .action((id: string, flags: CaptureCurlFlags) => captureCurl(id, flags, needs))

  oneOrAll(
    'replay',
    'send one, or all that match, again: where its endpoint passes requests on to, or to the endpoint itself',
  )
    .option('--to <url>', 'to this address', address)
    .option('--sign', 'signed anew for now, by the secret that fitted when it came')
    .option('--method <method>', 'with another method')
    .option('--header <name: value>', 'another value of a header; may be repeated', collectHeader, [])
    .option('--body <text>', 'another body; @FILE from a file, - from standard input')
    .option('--json', 'print what was sent and what came of it as JSON')
    .action((id: string | undefined, flags: CaptureReplayFlags) => captureReplay(id, flags, needs))

  speaking('diff', 'print what is different between two requests', capture)
    .argument('<before>', 'what captures printed, such as cap_…')
    .argument('<after>', 'the other')
    .option('--json', 'print the differences as JSON')
    .action((before: string, after: string, flags: CaptureDiffFlags) =>
      captureDiff({ before, after }, flags, needs),
    )

  speaking('har', 'print one, or all that match, as HAR 1.2', capture)
    .argument('[id]', 'what captures printed; without it all')
    .option('-q, --q <filter>', "only those that match, such as 'verdict:failed since:5m words'")
    .option('--json', 'as JSON, which it is anyway')
    .action((id: string | undefined, flags: CaptureExportFlags) => captureHar(id, flags, needs))

  speaking('export', 'print all that match, one a line, for import', capture)
    .option('-q, --q <filter>', "only those that match, such as 'verdict:failed since:5m words'")
    .option('--json', 'as JSON, which it is anyway')
    .action((flags: CaptureExportFlags) => captureExport(flags, needs))

  speaking('import', 'take in what export printed; what is here already is left out', capture)
    .argument('<file>', 'the file, - for standard input')
    .option('--json', 'print what was taken in as JSON')
    .action((file: string, flags: CaptureImportFlags) => captureImport(file, flags, needs))

  oneOrAll('pin', 'keep one, or all that match, whatever the retention lets go')
    .option('--json', 'print it as JSON')
    .action((id: string | undefined, flags: CaptureManyFlags) =>
      capturePin({ id, pinned: true }, flags, needs),
    )

  oneOrAll('unpin', 'let the retention let it go again')
    .option('--json', 'print it as JSON')
    .action((id: string | undefined, flags: CaptureManyFlags) =>
      capturePin({ id, pinned: false }, flags, needs),
    )

  oneOrAll('delete', 'delete one, or all that match; pinned ones stay unless the filter asks for them')
    .option('--json', 'print what was deleted as JSON')
    .action((id: string | undefined, flags: CaptureManyFlags) => captureDelete(id, flags, needs))

  one('note', 'write a note to it; an empty one takes it away')
    .argument('<text>', 'what it says')
    .option('--json', 'print it as JSON')
    .action((id: string, text: string, flags: CaptureKeepFlags) => captureNote({ id, text }, flags, needs))
}
