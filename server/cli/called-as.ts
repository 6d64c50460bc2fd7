/** Finds out how the program was called, so that the commands in its hints work when pasted. */
import { basename, delimiter, dirname, relative } from 'node:path'
import { word } from '../words/shell-words.ts'

const ownName = 'webhook-sandbox'

/**
 * The words that a command begins with: `npx webhook-sandbox`, `npm start --`, `webhook-sandbox` or `node FILE`.
 * @param script the file that Node runs, as the user or the shell named it
 * @param folder the working directory
 */
export function calledAs(
  environment: Record<string, string | undefined>,
  { script, folder }: { script: string; folder: string },
): string {
  const { npm_lifecycle_event, npm_package_name, npm_command, PATH = '' } = environment
  if (npm_lifecycle_event === 'start' && npm_package_name === ownName) return 'npm start --'
  if (npm_command !== undefined || npm_lifecycle_event !== undefined) return `npx ${ownName}`
  if (basename(script) !== ownName) return `node ${word(relative(folder, script))}`
  return PATH.split(delimiter).includes(dirname(script)) ? ownName : word(relative(folder, script))
}
