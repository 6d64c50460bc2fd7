import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What script and style of the first view may weigh together, gzipped, in bytes. */
const firstViewLimit = 60 * 1024

/** @typedef {{ name: string, bytes: number }} Part */

/**
 * What a browser has to load before it can draw the first view: the script and the styles that the built page names, and
 * what these import at once. What is imported when it is needed does not count.
 * @param {string} folder the built page
 * @returns {Part[]} the heaviest first, gzipped
 */
export function firstView(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const wanted = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name)
  /** @type {Map<string, Part>} */
  const parts = new Map()
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (parts.has(name)) continue
    const text = readFileSync(join(folder, name))
    parts.set(name, { name, bytes: gzipSync(text, { level: 9 }).length })
    if (name.endsWith('.js')) wanted.push(...importsOf(text.toString()))
  }
  return [...parts.values()].sort((a, b) => b.bytes - a.bytes)
}

/** @param {string} script */
const importsOf = (script) =>
  [
    ...script.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w${},*\s]*?\bfrom\s*)?["']\.\/([\w.-]+\.js)["']/g,
    ),
  ].map(([, name]) => `assets/${name}`)

/**
 * What is wrong with the weight of the first view, or undefined.
 * @param {readonly Part[]} parts
 * @param {number} limit bytes
 */
export function overweight(parts, limit = firstViewLimit) {
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  if (parts.length === 0) return 'The built page names no script: is this its folder?'
  if (total <= limit) return undefined
  const list = parts.map(({ name, bytes }) => `  ${String(bytes).padStart(6)}  ${name}`).join('\n')
  return `Script and style of the first view are ${total} bytes gzipped, ${limit} are allowed. Load what it does not need later:\n${list}\n`
}
