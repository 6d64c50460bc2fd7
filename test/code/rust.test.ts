import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { judgeReceivers, type Receiver, startHarness, writeReceivers } from './receivers.ts'
import { kindsOfScheme } from './schemes.ts'

const harness = fileURLToPath(new URL('harness/processes.mjs', import.meta.url))
/** Kept between runs, since building all crates anew takes minutes. */
const workspace = fileURLToPath(new URL('../../node_modules/.cache/rust-receivers', import.meta.url))

const cargo = (...args: string[]) =>
  spawnSync('cargo', args, {
    cwd: existsSync(workspace) ? workspace : undefined,
    encoding: 'utf8',
    env: { ...process.env, CARGO_NET_RETRY: '0', CARGO_TERM_COLOR: 'never' },
  })

const [, minor = '0'] = /^cargo 1\.(\d+)/.exec(cargo('--version').stdout ?? '') ?? []
const isHere = Number(minor) >= 80

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  // What has not changed is not built again.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

/** A crate with what the receiver's own `cargo add` names. */
function crateOf({ scheme, install }: Receiver): string {
  const dependencies = [...(install ?? '').matchAll(/cargo add ([^&]+)/g)].flatMap(([, added = '']) => {
    const [names = '', feature] = added.trim().split(' --features ')
    const features = feature === undefined ? '' : `"${feature}"`
    return names.split(' ').map((one) => {
      const [name, version] = one.split('@')
      return `${name} = { version = "${version}", features = [${features}] }`
    })
  })
  return [
    '[package]',
    `name = "${scheme}"`,
    'edition = "2021"',
    '',
    '[dependencies]',
    ...dependencies,
    '',
  ].join('\n')
}

test.skipIf(!isHere)(
  'Rust takes what is right and refuses what is not, in schemes of every kind',
  async ({ skip }) => {
    const { folder, receivers: all } = writeReceivers('rust')
    const receivers = all.filter(({ scheme }) => kindsOfScheme.includes(scheme))
    for (const receiver of receivers) {
      write(join(workspace, receiver.scheme, 'src/main.rs'), readFileSync(receiver.file, 'utf8'))
      write(join(workspace, receiver.scheme, 'Cargo.toml'), crateOf(receiver))
    }
    const members = receivers.map(({ scheme }) => `"${scheme}"`).join(', ')
    write(
      join(workspace, 'Cargo.toml'),
      `[workspace]\nresolver = "2"\nmembers = [${members}]\n\n[profile.dev]\ndebug = false\n`,
    )
    const isThere = cargo('fetch', '--quiet', '--offline').status === 0
    const fetched = isThere ? undefined : cargo('fetch', '--quiet')
    if (fetched && fetched.status !== 0)
      skip(`cargo has no crates: ${fetched.stderr.split('\n', 3).join(' ')}`)
    const built = cargo(
      'build',
      '--quiet',
      '--offline',
      '--target-dir',
      'target',
      '--message-format',
      'short',
    )
    expect(built.stderr).toBe('')
    expect(built.status).toBe(0)
    // As it is told to whoever wants it; plaid's has most commands.
    const told = receivers.find(({ scheme }) => scheme === 'plaid')?.install ?? ''
    const env = { ...process.env, CARGO_NET_OFFLINE: 'true' }
    mkdirSync(join(folder, 'receiver'))
    const brought = spawnSync('sh', ['-c', told], { cwd: join(folder, 'receiver'), encoding: 'utf8', env })
    expect(brought.status, brought.stderr).toBe(0)
    const programs = receivers.map((one) => ({ ...one, file: join(workspace, 'target/debug', one.scheme) }))
    await judgeReceivers(await startHarness([process.execPath, harness], programs), kindsOfScheme.length)
  },
)
