import { SetupError } from './report.mjs'

/**
 * Refuses a folder that the page cannot be built in, before minutes go into installing: to Vite the first two are the query of
 * an address, and with the others it finds no tsconfig.json, since that is looked for by a pattern.
 * @param {string} root
 */
export function requireBuildable(root) {
  const [character] = /[#?[\]{}]/.exec(root) ?? []
  if (character === undefined) return
  throw new SetupError(
    `The page cannot be built in ${root}: Vite takes no ${character} in the name of a folder. Move this one to where there is none, then start again.`,
  )
}
