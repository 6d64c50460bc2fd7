import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { quick, test } from '../helpers/long.ts'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const framework = (name: string) => ({ [name]: here(`frameworks/node_modules/${name}`) })
const ours = (name: string) => ({ [name]: here(`../../node_modules/${name}`) })

/** What each needs: a package and where it is installed. */
const packages = {
  'node-express': framework('express'),
  'node-hono': { ...ours('hono'), ...ours('@hono/node-server') },
  'node-fastify': framework('fastify'),
  'node-next': ours('@hono/node-server'),
}

async function judge(language: keyof typeof packages) {
  const { folder, receivers } = writeReceivers(language)
  for (const [name, path] of Object.entries(packages[language])) {
    expect(existsSync(path), `${name} is missing: run node test/code/frameworks/install.mjs`).toBe(true)
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(path, link)
  }
  const harness = join(folder, 'harness.mjs')
  symlinkSync(here('harness/node.mjs'), harness)
  const loads = ['--preserve-symlinks-main', harness]
  const urls = await startHarness([process.execPath, ...loads], receivers)
  for (const url of urls.values()) await breakOff(url)
  await judgeReceivers(urls)
}

/** Sends a request that ends within its body, as the faults truncate and reset(body) do. */
function breakOff(url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.end(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 9\r\n\r\n{"id"`),
    )
    socket.on('error', reject).on('close', () => resolve())
    socket.resume()
  })
}

const title = '%s takes what is right and refuses what is not, in every scheme'
quick.each(['node-hono'] as const)(title, judge)
test.each(['node-express', 'node-fastify', 'node-next'] as const)(title, judge)
