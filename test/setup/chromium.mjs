import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runQuietly } from '../../server/setup/child.mjs'
import { lastLines, SetupError, say } from '../../server/setup/report.mjs'
import { findChromium } from './chromium-places.mjs'

const help =
  'Install Chromium or Chrome, or name one with CHROMIUM_PATH=/path/to/chromium, and run the tests again.'

/**
 * A Chromium for the browser tests: found, or else brought.
 * @param {string} root
 * @returns {Promise<string>} its path
 */
export async function ensureChromium(root) {
  const here = locate()
  if (here) return here
  const trials = []
  for (const { say: line, command, args } of ways(root)) {
    say(line)
    const { code, output } = await runQuietly(command, args, { cwd: root })
    const path = locate()
    if (code === 0 && path) return path
    trials.push(`${[command, ...args].join(' ')}\n${lastLines(output, 6)}`)
  }
  throw new SetupError(`No Chromium, and none could be had:\n${trials.join('\n')}\n${help}`)
}

/** @returns {string | undefined} the path of a Chromium that is there already */
export function locate() {
  const found = findChromium({
    platform: process.platform,
    env: process.env,
    home: homedir(),
    disk: { exists: existsSync, list: (folder) => (existsSync(folder) ? readdirSync(folder) : []) },
  })
  if (found && 'missing' in found)
    throw new SetupError(
      `CHROMIUM_PATH names ${found.missing}, and there is no such file. Correct it or unset it.`,
    )
  return found?.path
}

/** @param {string} root */
function ways(root) {
  const onDebian =
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  const playwright = join(root, 'node_modules/playwright-core/cli.js')
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y'
  // Older systems have no shell.
  const apt = `apt-get update && { ${install} chromium-headless-shell || ${install} chromium; }`
  return [
    ...(onDebian ? [{ say: 'Installing Chromium with apt-get…', command: 'sh', args: ['-c', apt] }] : []),
    {
      say: "Downloading playwright's Chromium…",
      command: process.execPath,
      args: [playwright, 'install', ...(onDebian ? ['--with-deps'] : []), 'chromium'],
    },
  ]
}
