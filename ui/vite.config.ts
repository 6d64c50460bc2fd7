/** Builds the page and the server bundle. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const sandbox = process.env.SANDBOX_URL ?? 'http://127.0.0.1:4400'

interface Graph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const main = at('./main.tsx')
/** Loaded as soon as the page is drawn. */
const frame = ['./shell/frame-parts.ts', './first-minutes/first-minutes-card.tsx'].map(at)
/** Loaded with the reader's first action. */
const keys = at('./shell/keys/listen.ts')

/**
 * Groups modules into few files: what the page loads at once, what follows, and what several views share. Few files load
 * faster and compress better.
 */
function partOf() {
  const known = new Map<string, string>()
  return (id: string, graph: Graph) => {
    if (known.size === 0) learn(known, graph)
    return id.includes('rolldown/runtime') ? 'first' : (known.get(id) ?? null)
  }
}

function learn(known: Map<string, string>, graph: Graph): void {
  const note = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!known.has(id)) known.set(id, name)
  }
  note('first', reachedFrom([main], graph))
  note('frame', reachedFrom(frame, graph))
  note('keys', reachedFrom([keys], graph))
  const users = new Map<string, number>()
  for (const entry of entriesFrom(main, graph))
    for (const id of reachedFrom([entry], graph)) users.set(id, (users.get(id) ?? 0) + 1)
  note(
    'shared',
    [...users].flatMap(([id, count]) => (count > 1 ? id : [])),
  )
}

/** The modules that are loaded on first use, wherever they are asked for. */
function entriesFrom(id: string, graph: Graph): Set<string> {
  const entries = new Set([id])
  for (const entry of entries)
    for (const one of reachedFrom([entry], graph))
      for (const next of graph.getModuleInfo(one)?.dynamicallyImportedIds ?? []) entries.add(next)
  return entries
}

function reachedFrom(entries: readonly string[], graph: Graph): Set<string> {
  const reached = new Set(entries)
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/** Names in the page all other parts, which it prefetches when idle. */
const prefetched = (): Plugin => ({
  name: 'prefetched',
  applyToEnvironment: ({ name }) => name === 'client',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(
        'data-parts=""',
        `data-parts="${Object.values(bundle)
          .filter((part) => !('isEntry' in part && part.isEntry))
          .map(({ fileName }) => fileName)
          .filter((name) => /\.(?:js|css)$/.test(name) && !html.includes(name))
          .join(' ')}"`,
      ),
  },
})

/** Writes each file of the page compressed too, so that serving it costs no time. */
const compressed = (): Plugin => ({
  name: 'compressed',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name))
    for (const name of names) {
      const bytes = await readFile(join(dir, name))
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(bytes))
      await writeFile(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
})

/**
 * Builds the page (client), and the program and the library, which need only better-sqlite3 (ssr). `licenses.md` beside each lists
 * the licences of the bundled code.
 */
export default defineConfig({
  root: at('.'),
  // Builds schemas when they are first used.
  resolve: { alias: [{ find: /^zod$/, replacement: at('../server/schema/zod.ts') }] },
  builder: {},
  plugins: [prefetched(), compressed()],
  environments: {
    client: {
      build: {
        outDir: at('../dist/ui'),
        emptyOutDir: true,
        modulePreload: false,
        assetsInlineLimit: 0,
        license: { fileName: 'licenses.md' },
        rollupOptions: {
          input: at('./index.html'),
          output: { codeSplitting: { groups: [{ name: partOf() }] } },
        },
      },
    },
    ssr: {
      build: {
        outDir: at('../dist/server'),
        emptyOutDir: true,
        ssr: true,
        license: { fileName: 'licenses.md' },
        target: 'node20',
        rollupOptions: {
          input: {
            main: at('../server/main.ts'),
            library: at('../server/library/library.ts'),
            vitest: at('../server/library/runners/vitest.ts'),
            playwright: at('../server/library/runners/playwright.ts'),
            'node-test': at('../server/library/runners/node-test.ts'),
            'jest-thread': at('../server/library/runners/jest-thread.ts'),
          },
          output: {
            entryFileNames: '[name].js',
            // Beside the entries: paths relative to a module stay right in a shared file.
            chunkFileNames: '[name]-[hash].js',
            banner: ({ name }) => (name === 'main' ? '#!/usr/bin/env node' : ''),
          },
        },
      },
      resolve: { noExternal: true, external: ['better-sqlite3', 'vitest', '@playwright/test'] },
    },
    // CommonJS, which is what jest loads.
    jest: {
      consumer: 'server',
      build: {
        outDir: at('../dist/server'),
        emptyOutDir: false,
        ssr: true,
        target: 'node20',
        rollupOptions: {
          input: { jest: at('../server/library/runners/jest.ts') },
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
      resolve: { noExternal: true },
    },
  },
  server: {
    proxy: {
      '^/(sandbox|api|in|mcp)(/|$)': { target: sandbox, ws: true },
    },
  },
})
