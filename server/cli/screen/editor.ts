/** Opens the body of a delivery in the user's editor. */
import { isUtf8 } from 'node:buffer'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../../failures.ts'
import type { Tty } from '../terminal.ts'

/** The command of the editor. Throws a StartError if no editor is set. */
export function editorOf({ VISUAL, EDITOR }: Record<string, string | undefined>): string {
  const editor = VISUAL || EDITOR
  if (editor) return editor
  throw new StartError(
    'No editor is set.',
    'Set VISUAL or EDITOR, such as EDITOR=nano, and start listen again.',
  )
}

/**
 * Opens a text in the editor, which uses the terminal meanwhile. Returns the saved text, or undefined if the text is unchanged.
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
    // A shell's exit code for an unknown command.
    if (ended === 127)
      throw new StartError(
        `The editor ${editor} was not found.`,
        'Correct VISUAL or EDITOR, and start listen again.',
      )
    if (ended !== 0)
      throw new StartError(`The editor ${editor} failed with exit code ${ended}.`, 'Nothing was sent.')
    const saved = await readFile(file).catch((error: Error) => {
      throw new StartError(
        `The file from the editor ${editor} is not readable: ${error.message}.`,
        'Nothing was sent.',
      )
    })
    // Editors end a text with a line break, which the body did not have. Other bytes stay as they are.
    const kept = !isUtf8(saved) || text.endsWith('\n') ? saved : withoutBreak(saved)
    return kept.equals(Buffer.from(text)) ? undefined : kept
  } finally {
    takeBack()
    remove()
  }
}

const withoutBreak = (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace(/\r?\n$/, ''))

/** Throws a StartError if the file for the editor cannot be written. */
const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw new StartError(
      `The file for the editor cannot be written: ${error.message}.`,
      'Nothing was sent. Set TMPDIR to a writable folder.',
    )
  })

/** Ctrl-C also reaches the shell, which would end while the editor continues. */
const shielded = (command: string) => (platform() === 'win32' ? command : `trap : INT; ${command}`)

/** Starts the editor in a shell, since the variable may contain options. */
const endOf = (editor: string, file: string): Promise<number | string> =>
  new Promise((resolve) => {
    const child = spawn(shielded(`${editor} "${file}"`), { shell: true, stdio: 'inherit' })
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'nothing'))
  })
