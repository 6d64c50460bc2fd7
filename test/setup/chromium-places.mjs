import { posix, win32 } from 'node:path'

/**
 * @typedef {object} Disk
 * @property {(path: string) => boolean} exists
 * @property {(folder: string) => string[]} list names in a folder; none when it is absent
 */
/** @typedef {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string, disk: Disk }} World */

/** @type {Record<'linux' | 'darwin' | 'win32', { names: string[], folders: string[], inCache: string[] }>} */
const places = {
  linux: {
    // The shell is the same browser without its own windows, which take a third of its time.
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ],
    folders: ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'],
    inCache: ['chrome-linux64/chrome', 'chrome-linux/chrome'],
  },
  darwin: {
    names: [
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Chromium.app/Contents/MacOS/Chromium',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    folders: ['/Applications', '~/Applications'],
    inCache: ['chrome-mac-arm64', 'chrome-mac-x64', 'chrome-mac'].flatMap((folder) => [
      `${folder}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
      `${folder}/Chromium.app/Contents/MacOS/Chromium`,
    ]),
  },
  win32: {
    names: [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ],
    folders: ['%ProgramFiles%', '%ProgramFiles(x86)%', '%LOCALAPPDATA%'],
    inCache: ['chrome-win64\\chrome.exe', 'chrome-win\\chrome.exe'],
  },
}

/**
 * Every file a Chromium may be, most wanted first: the usual places, then what playwright downloaded, newest first.
 * @param {World} world
 * @returns {string[]}
 */
export function chromiumPlaces(world) {
  const { platform, env, disk } = world
  const { names, folders, inCache } =
    places[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  const { join } = platform === 'win32' ? win32 : posix
  const usual = folders.flatMap((folder) => {
    const real = expand(folder, world)
    return real ? names.map((name) => join(real, name)) : []
  })
  const cache = env.PLAYWRIGHT_BROWSERS_PATH || expand(cacheFolder(platform), world)
  const downloads = disk.list(cache).filter((name) => /^chromium-\d+$/.test(name))
  const newestFirst = downloads.sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
  return [...usual, ...newestFirst.flatMap((name) => inCache.map((file) => join(cache, name, file)))]
}

/**
 * `CHROMIUM_PATH` is an order, not a hint: when it names nothing, that is an error and no other place is tried.
 * @param {World} world
 * @returns {{ path: string } | { missing: string } | null} null when there is none anywhere
 */
export function findChromium(world) {
  const asked = world.env.CHROMIUM_PATH
  if (asked) return world.disk.exists(asked) ? { path: asked } : { missing: asked }
  const path = chromiumPlaces(world).find(world.disk.exists)
  return path ? { path } : null
}

/** @param {NodeJS.Platform} platform */
function cacheFolder(platform) {
  if (platform === 'darwin') return '~/Library/Caches/ms-playwright'
  return platform === 'win32' ? '%LOCALAPPDATA%\\ms-playwright' : '~/.cache/ms-playwright'
}

/**
 * @param {string} path
 * @param {World} world
 * @returns {string} empty when it hangs on a variable that is not set
 */
function expand(path, { env, home }) {
  const [whole, variable] = /^%(.+?)%/.exec(path) ?? []
  if (!whole || !variable) return path.replace(/^~/, () => home)
  const value = env[variable]
  return value ? path.replace(whole, () => value) : ''
}
