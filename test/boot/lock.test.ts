import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { runQuietly } from '../../server/setup/child.mjs'
import { isStale, lockFile, withLock } from '../../server/setup/lock.mjs'
import { makeClone } from './clone.js'

const held = (pid: number, host: string, child?: number) => JSON.stringify({ pid, host, child })
/** Beyond the highest process id of Linux, macOS and Windows. */
const nobody = 2 ** 30

describe('a setup lock is stale', () => {
  test.each([
    ['when its process is gone', held(nobody, hostname()), 0, true],
    ['not while its process lives', held(process.pid, hostname()), 0, false],
    ['not while the npm that it left behind works on', held(nobody, hostname(), process.pid), 0, false],
    [
      'nor while that works longer than a heartbeat is waited for',
      held(nobody, hostname(), process.pid),
      61_000,
      false,
    ],
    ['when another program must have its id by now', held(nobody, hostname(), process.pid), 901_000, true],
    [
      'when its process lives and fell silent: it is another one',
      held(process.pid, hostname()),
      61_000,
      true,
    ],
    ['when that has ended too', held(nobody, hostname(), nobody), 0, true],
    ['not for being held on another machine', held(nobody, 'elsewhere'), 0, false],
    ['when another machine fell silent', held(nobody, 'elsewhere'), 61_000, true],
    ['not while it is being written', '', 0, false],
    ['when it was never written to the end', '', 61_000, true],
  ])('%s', (_, text, quietMs, stale) => {
    expect(isStale({ text, quietMs })).toBe(stale)
  })
})

test('work under one lock never overlaps, and a failure passes the lock on', async () => {
  const { root } = makeClone()
  const story: string[] = []
  const work = (name: string) => async () => {
    story.push(`${name} in`)
    await new Promise(setImmediate)
    story.push(`${name} out`)
    if (name === 'a') throw new Error('a failed')
  }
  const results = await Promise.allSettled([withLock(root, work('a')), withLock(root, work('b'))])
  expect(story).toEqual(['a in', 'a out', 'b in', 'b out'])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('the lock of a process that died is taken over', async () => {
  const { root, write } = makeClone()
  write('.sandbox/setup.lock', held(nobody, hostname()))
  expect(await withLock(root, async () => 'done')).toBe('done')
})

test('the lock names the program that works under it, which a start that is killed leaves behind', async () => {
  const { root } = makeClone()
  await withLock(root, async (share) => {
    const { output } = await runQuietly(process.execPath, ['-p', 'process.pid'], {
      cwd: root,
      started: share,
    })
    expect(JSON.parse(readFileSync(lockFile(root), 'utf8'))).toMatchObject({ child: Number(output) })
  })
  expect(existsSync(lockFile(root))).toBe(false)
})
