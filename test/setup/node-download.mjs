import { mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { runQuietly } from '../../server/setup/child.mjs'
import { runNpm } from '../../server/setup/npm.mjs'
import { lastLines, SetupError } from '../../server/setup/report.mjs'

/** @typedef {{ version: string, folder: string, env: NodeJS.ProcessEnv }} OtherNode */

/**
 * A Node from npm.
 * @param {string} into a folder that lives as long as the trials: an install in the clone would empty node_modules/.cache
 * @param {string} wanted `24` or `24.21.0`
 * @returns {Promise<OtherNode>}
 */
export async function downloadNode(into, wanted) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}`
  const prefix = join(into, `node-${wanted}`)
  const folder = join(prefix, 'node_modules', name)
  await fetchNode(prefix, `${name}@${wanted}`)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { version, folder, env: environmentOf(join(folder, 'bin'), folder) }
}

/**
 * @param {string} prefix
 * @param {string} spec
 */
async function fetchNode(prefix, spec) {
  mkdirSync(prefix, { recursive: true })
  const { code, output } = await runNpm(['install', '--prefix', prefix, '--ignore-scripts', spec], prefix)
  if (code !== 0) throw new SetupError(`npm has no ${spec} for us:\n${lastLines(output)}`)
}

/**
 * That Node first in PATH, and nothing of the npm that runs us.
 * @param {string} bin
 * @param {string} headers
 * @returns {NodeJS.ProcessEnv}
 */
function environmentOf(bin, headers) {
  const ours = Object.entries(process.env).filter(([key]) => !/^(npm_|node$|path$|init_cwd$)/i.test(key))
  const path = Object.entries(process.env).find(([key]) => key.toLowerCase() === 'path')?.[1] ?? ''
  const others = path.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(ours), PATH: [bin, ...others].join(delimiter), npm_config_nodedir: headers }
}

/**
 * Runs `npm …` or another program with that Node, to its end.
 * @param {OtherNode} node
 * @param {string[]} command
 * @param {string} cwd
 * @returns {Promise<string>} its output
 */
export async function runWith(node, command, cwd) {
  const [program = '', ...args] = command
  const { code, output } = await runQuietly(program, args, {
    cwd,
    env: node.env,
    shell: process.platform === 'win32',
  })
  if (code !== 0)
    throw new SetupError(
      `${command.join(' ')} ended with ${code} in ${dirname(cwd)}:\n${lastLines(output, 20)}`,
    )
  return output
}
