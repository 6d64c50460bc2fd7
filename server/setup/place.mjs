/** Refuses folders in which the page cannot be built. */
import { SetupError } from './report.mjs'

/**
 * Refuses a folder in which the page cannot be built, before the installation takes minutes. Vite reads # and ? as parts of a
 * URL, and the brackets as parts of a search pattern.
 * @param {string} root
 */
export function requireBuildable(root) {
  const [character] = /[#?[\]{}]/.exec(root) ?? []
  if (character === undefined) return
  throw new SetupError(
    `The page cannot be built in ${root}: Vite does not support ${character} in a path. Move the folder to a path without ${character}, then start again.`,
  )
}
