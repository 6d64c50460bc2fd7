import { isUtf8 } from 'node:buffer'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../../failures.ts'
import type { Tty } from '../terminal.ts'

/** The editor that somebody has chosen; throws a StartError where there is none. */
export function editorOf({ VISUAL, EDITOR }: Record<string, string | undefined>): string {
  const editor = VISUAL || EDITOR
  if (editor) return editor
  throw new StartError('There is no editor.', 'Set VISUAL or EDITOR, such as EDITOR=nano, and start anew.')
}

/**
 * Lets somebody edit a text; answers what was saved, undefined where it was left as it was. The terminal is the editor's
 * meanwhile.
 */
export async function edited(
  text: string,
  { editor, onExit }: { editor: string; onExit: Tty['onExit'] },
): Promise<Buffer | undefined> {
  const folder = await onDisk(mkdtemp(join(tmpdir(), 'webhook-sandbox-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const takeBack = onExit(remove)
  try {
    const file = join(folder, 'body.json')
    await onDisk(writeFile(file, text, { mode: 0o600 }))
    const ended = await endOf(editor, file)
    // What a shell says of a command that there is not.
    if (ended === 127)
      throw new StartError(`The editor ${editor} is not found.`, 'Set VISUAL or EDITOR, and start anew.')
    if (ended !== 0) throw new StartError(`The editor ${editor} ended with ${ended}.`, 'Nothing was sent.')
    const saved = await readFile(file).catch((error: Error) => {
      throw new StartError(
        `The editor ${editor} left no file to read: ${error.message}.`,
        'Nothing was sent.',
      )
    })
    // Bytes that are no text are sent as they are. Of a text, editors end the file with a line break; the body had none.
    const kept = !isUtf8(saved) || text.endsWith('\n') ? saved : withoutBreak(saved)
    return kept.equals(Buffer.from(text)) ? undefined : kept
  } finally {
    takeBack()
    remove()
  }
}

const withoutBreak = (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace(/\r?\n$/, ''))

/** Making the file that is edited; throws a StartError where that fails. */
const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw new StartError(
      `The file to be edited cannot be made: ${error.message}.`,
      'Nothing was sent. Set TMPDIR to a folder that can be written.',
    )
  })

/** Ctrl-C reaches the shell as well, which else ends with it though the editor goes on. */
const shielded = (command: string) => (platform() === 'win32' ? command : `trap : INT; ${command}`)

/** Through a shell, as the variable may hold options too. */
const endOf = (editor: string, file: string): Promise<number | string> =>
  new Promise((resolve) => {
    const child = spawn(shielded(`${editor} "${file}"`), { shell: true, stdio: 'inherit' })
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'nothing'))
  })
