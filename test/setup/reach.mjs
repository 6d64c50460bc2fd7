import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a module imports by a relative path when it runs; types are gone by then. */
const imported =
  /^(?:import|export) (?!type )[^;]*?from '(\.[^'?]+)|^import '(\.[^'?]+)|import\('(\.[^'?]+)/gms

/**
 * Tells whether something stands in a module or in any that it reaches by its imports.
 * @param {RegExp} sought
 * @returns {(file: string) => boolean} given an absolute path
 */
export function reachOf(sought) {
  /** @type {Map<string, { holds: boolean, imports: string[] }>} */
  const modules = new Map()
  /** @param {string} file */
  function moduleAt(file) {
    const known = modules.get(file)
    if (known !== undefined) return known
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const imports = [...text.matchAll(imported)].map(([, ...paths]) =>
      join(dirname(file), paths.find((path) => path !== undefined) ?? ''),
    )
    const made = { holds: sought.test(text), imports }
    modules.set(file, made)
    return made
  }
  return (file) => {
    const seen = new Set([file])
    for (const one of seen) {
      const { holds, imports } = moduleAt(one)
      if (holds) return true
      for (const next of imports) seen.add(next)
    }
    return false
  }
}
