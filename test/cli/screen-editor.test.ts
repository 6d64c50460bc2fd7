import { PassThrough } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'
import { expect, test } from 'vitest'
import { edited } from '../../server/cli/screen/editor.ts'
import { realOutside } from '../../server/outside.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { startHere } from './here.ts'

test('a missing editor is reported by name', async () => {
  const editing = edited('{}', { editor: 'no-such-editor 2>&-', onExit: () => () => {} })
  await expect(editing).rejects.toThrow('The editor no-such-editor 2>&- was not found.')
})

test('an editor that deletes the file is reported', async () => {
  const editing = edited('{}', { editor: 'rm', onExit: () => () => {} })
  await expect(editing).rejects.toMatchObject({
    message: expect.stringMatching(/^The file from the editor rm is not readable: ENOENT/),
    fix: 'Nothing was sent.',
  })
})

test('Ctrl-C in an editor ends only the editor, even if the signal arrives later', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver()).url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  let now = 0
  const input = new PassThrough()
  let shown = ''
  const output = Object.assign(new PassThrough(), { columns: 100, rows: 30 })
  output.on('data', (chunk) => (shown += chunk))
  const { isAside, signal, ended } = startHere(['listen', '--url', sandbox.url], {
    environment: { EDITOR: 'exit 130;' },
    outside: { ...realOutside(), elapsed: () => now },
    tty: () => ({
      input: Object.assign(input, { setRawMode() {} }) as unknown as ReadStream,
      output: output as unknown as WriteStream,
      writeNow() {},
      onExit: () => () => {},
      onSignal: () => () => {},
      suspend() {},
    }),
  })
  await expect.poll(() => shown).toContain('succeeded')
  expect(isAside()).toBe(false)
  now = 10_000
  input.write('e')
  await expect.poll(() => shown).toContain('Nothing was sent.')
  expect(isAside()).toBe(true)
  now = 10_500
  expect(isAside()).toBe(false)
  await signal()
  await ended
})
