import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

interface Versions {
  locked?: Record<string, string>
  installed?: Record<string, string>
}

const packages = (versions: Record<string, string>) =>
  JSON.stringify({
    packages: Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]),
    ),
  })

/** A folder that looks like a clone, with a write function; removed after the test. */
export function makeClone({
  locked = { vite: '8.0.0', 'better-sqlite3': '12.0.0' },
  installed,
}: Versions = {}) {
  const root = mkdtempSync(join(tmpdir(), 'webhook-sandbox-boot-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const install = (versions: Record<string, string>) => {
    write('node_modules/.package-lock.json', packages(versions))
    for (const [name, version] of Object.entries(versions))
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version }))
  }
  write(
    'package.json',
    JSON.stringify({ dependencies: { 'better-sqlite3': '^12 || ^13' }, devDependencies: { vite: '^8' } }),
  )
  write('package-lock.json', packages(locked))
  if (installed) install(installed)
  return { root, write, install }
}
