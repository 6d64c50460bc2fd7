import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const name = 'webhook-sandbox'

/**
 * npm links the bins of dependencies only; with our own, `npx webhook-sandbox` works inside the clone, offline.
 * @param {string} root
 * @param {NodeJS.Platform} [platform]
 */
export function linkOwnBin(root, platform = process.platform) {
  const folder = join(root, 'node_modules/.bin')
  const link = join(folder, name)
  try {
    if (!lstatSync(link, { throwIfNoEntry: false })) put(folder, link, platform)
  } catch {
    // A folder of somebody else's, or another start that was quicker: neither keeps the sandbox from starting.
  }
}

/**
 * @param {string} folder
 * @param {string} link
 * @param {NodeJS.Platform} platform
 */
function put(folder, link, platform) {
  mkdirSync(folder, { recursive: true })
  if (platform !== 'win32') {
    symlinkSync('../../dist/server/main.js', link)
    return
  }
  writeFileSync(`${link}.cmd`, '@node "%~dp0\\..\\..\\dist\\server\\main.js" %*\r\n')
  // npx looks for the name without an extension.
  writeFileSync(link, '#!/bin/sh\nexec node "$(dirname "$0")/../../dist/server/main.js" "$@"\n')
}
