import { runQuietly } from '../../server/setup/child.mjs'

/**
 * What git says of the working tree; undefined where there is no git.
 * @param {string} root
 * @returns {Promise<string | undefined>}
 */
export async function treeState(root) {
  const { code, output } = await runQuietly('git', ['status', '--porcelain'], { cwd: root })
  return code === 0 ? output : undefined
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {string[]} lines of `git status` that came or went
 */
export function treeChanges(before, after) {
  const old = new Set(before.split('\n'))
  const now = new Set(after.split('\n'))
  return [...[...now].filter((line) => !old.has(line)), ...[...old].filter((line) => !now.has(line))]
}
