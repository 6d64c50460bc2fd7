import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect } from 'vitest'
import type { EventRow } from '../../server/wire.ts'
import { type Life, startLife, startLifeHere } from '../flows/lives.ts'
import { ownFolder } from '../helpers/folder.ts'
import { describeLong, quick, test } from '../helpers/long.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { disks, smallFileSystem, succeeds } from './full-disk.ts'

const fileIn = (folder: string) => join(folder, 'sandbox.db')

/** A start that must be refused in one line; answers it. */
async function refusedStart(folder: string, launch: readonly string[] = []): Promise<string> {
  const config = join(folder, 'config.json')
  const args = [builtProgram, '--json', '--port', '0', '--data', fileIn(folder), '--config', config, '--bare']
  const [command = '', ...rest] = [...launch, process.execPath, ...args]
  const running = startProcess(command, rest, { cwd: folder })
  expect(await running.ended).toBe(1)
  expect(running.stdout()).toBe('')
  expect(running.stderr().trimEnd().split('\n')).toHaveLength(1)
  return running.stderr()
}

/** Events that wait for a receiver which refuses them; answers what they are and lets the receiver take them from now on. */
async function startWithWork(folder: string) {
  const config = { seed: 7, delivery: { retry_delays: Array.from({ length: 100 }, () => '100ms') } }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  let status = 503
  const receiver = await startReceiver([(response) => void response.writeHead(status).end()])
  const life = await startLife(folder)
  await life.ask('POST', '/api/v0.1/webhooks', { url: receiver.url, events: ['*'] })
  const accepted: string[] = []
  async function trigger(one: Life) {
    const { body } = await one.ask<{ events: EventRow[] }>('POST', '/sandbox/events', {
      event: 'card.created',
      count: 5,
    })
    accepted.push(...body.events.map(({ id }) => id))
  }
  await trigger(life)
  return {
    life,
    trigger,
    /** A life that finds everything as it was and delivers it. */
    async expectRecovery() {
      status = 200
      const next = await startLifeHere(folder)
      for (const id of accepted) {
        const query = `kind=delivery&event_id=${id}&state=succeeded`
        expect(await next.waitFor(query)).toMatchObject([{ event_id: id }])
      }
      await next.terminate()
      const database = new BetterSqlite3(fileIn(folder), { readonly: true })
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
      database.close()
    },
  }
}

for (const { name, isPossible, make, said } of disks) {
  describe.skipIf(!isPossible)(name, () => {
    quick(
      'a killed sandbox that finds its disk full at the start says so in one line, and goes on once there is room',
      async () => {
        const disk = make()
        const { life, expectRecovery } = await startWithWork(disk.folder)
        await life.kill()
        disk.fill()
        const line = await refusedStart(disk.folder, disk.launch)
        expect(line).toContain(fileIn(disk.folder))
        expect(line).toMatch(said)
        expect(line).toMatch(/free some disk space.*--data/)
        disk.makeRoom()
        await expectRecovery()
      },
    )
  })
}

describeLong.skipIf(!disks[0].isPossible)(
  'a read-only file system (skipped where mounting is not permitted)',
  () => {
    test('found after a kill is said in one line, and nothing is lost once it may be written', async () => {
      const { folder } = smallFileSystem()
      const remount = (how: 'ro' | 'rw') =>
        expect(succeeds('mount', '-o', `remount,${how}`, folder)).toBe(true)
      const { life, expectRecovery } = await startWithWork(folder)
      await life.kill()
      remount('ro')
      const line = await refusedStart(folder)
      expect(line).toContain(fileIn(folder))
      expect(line).toMatch(/writable.*--data/)
      remount('rw')
      await expectRecovery()
    })
  },
)

// Nothing is read-only for root, so the program is then run as nobody, who must be able to read it.
const isRoot = process.getuid?.() === 0
const nobody = 65_534
const dropped = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
const reading = `require('node:fs').readFileSync(${JSON.stringify(builtProgram)})`
const [probe = '', ...probeArgs] = [...dropped, process.execPath, '-e', reading]

describeLong.skipIf(spawnSync(probe, probeArgs).status !== 0)(
  'a read-only file (skipped where root cannot run the program as nobody)',
  () => {
    function protect(folder: string) {
      chmodSync(folder, 0o755)
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
      if (isRoot) chownSync(folder, nobody, nobody)
    }
    function release(folder: string) {
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
    }

    test('found after a kill is said in one line and left to the byte, and nothing is lost once it may be written', async () => {
      const folder = ownFolder()
      const { life, expectRecovery } = await startWithWork(folder)
      await life.kill()
      protect(folder)
      const contents = () => ['', '-wal'].map((end) => readFileSync(fileIn(folder) + end))
      const before = contents()
      const line = await refusedStart(folder, dropped)
      expect(line).toContain(fileIn(folder))
      expect(line).toMatch(/writable.*--data/)
      expect(contents()).toEqual(before)
      release(folder)
      await expectRecovery()
    })

    test('a database made read-only under a running sandbox stops nothing; the next start prints the fix', async () => {
      const folder = ownFolder()
      const { life, trigger, expectRecovery } = await startWithWork(folder)
      protect(folder)
      await trigger(life)
      expect(await life.terminate()).toBe(0)
      expect(await refusedStart(folder, dropped)).toMatch(/writable.*--data/)
      release(folder)
      await expectRecovery()
    })
  },
)
