import { describe, expect, test } from 'vitest'
import { chromiumPlaces, findChromium, type World } from '../setup/chromium-places.mjs'

function world(files: string[], overrides: Partial<World> = {}): World {
  const list = (folder: string) => {
    const inside = files.filter((file) => file.startsWith(`${folder}/`))
    return [...new Set(inside.map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''))]
  }
  const disk = { exists: (path: string) => files.includes(path), list }
  return { platform: 'linux', env: {}, home: '/home/ada', disk, ...overrides }
}

const cache = '/home/ada/.cache/ms-playwright'

describe('the Chromium for the tests', () => {
  test('is the one that CHROMIUM_PATH names, before any other', () => {
    const env = { CHROMIUM_PATH: '/mine' }
    expect(findChromium(world(['/usr/bin/chromium', '/mine'], { env }))).toEqual({ path: '/mine' })
  })

  test('is not replaced if CHROMIUM_PATH names nothing', () => {
    const env = { CHROMIUM_PATH: '/mine' }
    expect(findChromium(world(['/usr/bin/chromium'], { env }))).toEqual({ missing: '/mine' })
  })

  test('is an installed one before a downloaded one', () => {
    const downloaded = `${cache}/chromium-1200/chrome-linux/chrome`
    expect(findChromium(world([downloaded, '/usr/bin/google-chrome']))).toEqual({
      path: '/usr/bin/google-chrome',
    })
    expect(findChromium(world([downloaded]))).toEqual({ path: downloaded })
  })

  test('is the one without windows before one with them', () => {
    const files = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']
    expect(findChromium(world(files))).toEqual({ path: '/usr/bin/chromium-headless-shell' })
  })

  test('is the newest of those downloaded, by number', () => {
    const files = ['chromium-999', 'chromium-1208', 'chromium_headless_shell-1300'].map(
      (name) => `${cache}/${name}/chrome-linux/chrome`,
    )
    expect(findChromium(world(files))).toEqual({ path: `${cache}/chromium-1208/chrome-linux/chrome` })
  })

  test('is looked for in the folder to which playwright downloads', () => {
    const file = '/browsers/chromium-1208/chrome-linux64/chrome'
    expect(findChromium(world([file], { env: { PLAYWRIGHT_BROWSERS_PATH: '/browsers' } }))).toEqual({
      path: file,
    })
  })

  test('is nowhere on an empty disk', () => {
    expect(findChromium(world([]))).toBeNull()
  })

  test.each([
    ['darwin', {}, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['darwin', {}, '/home/ada/Applications/Chromium.app/Contents/MacOS/Chromium'],
    [
      'win32',
      { ProgramFiles: 'C:\\Program Files' },
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    ['win32', { LOCALAPPDATA: 'C:\\L' }, 'C:\\L\\Chromium\\Application\\chrome.exe'],
  ] as const)('is looked for on %s %j at %s', (platform, env, path) => {
    expect(chromiumPlaces(world([], { platform, env }))).toContain(path)
  })

  test('is not looked for below a Windows folder that is not set', () => {
    expect(chromiumPlaces(world([], { platform: 'win32' }))).toEqual([])
  })
})
