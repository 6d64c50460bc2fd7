import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from '../../server/setup/child.mjs'
import { SetupError } from '../../server/setup/report.mjs'

/**
 * What a commit of the working tree as it is would hold: tracked and new files, nothing that git ignores.
 * @param {string} root
 * @param {string} to
 */
export async function copyClone(root, to) {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { code, output } = await runQuietly('git', list, { cwd: root })
  if (code !== 0) throw new SetupError(`A copy needs git and a git clone: ${output.trim()}`)
  for (const path of output.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(root, path), join(to, path))
  }
}
