/** Builds the page and the server bundle. */

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const sandbox = process.env.SANDBOX_URL ?? 'http://127.0.0.1:4400'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Groups modules into few files: the code that the page loads at once, and the code that follows. Few files load
 * faster and compress better.
 */
const parts = {
  first: [at('./main.tsx')],
  frame: [
    at('./shell/banner/banner-bar.tsx'),
    at('./first-minutes/first-minutes-card.tsx'),
    at('./shell/status-bar.tsx'),
  ],
}

function partOf() {
  const known = new Map<string, string>()
  return (id: string, graph: Graph) => {
    if (known.size === 0)
      for (const [name, entries] of Object.entries(parts))
        for (const one of reachedFrom(entries, graph)) if (!known.has(one)) known.set(one, name)
    return id.includes('rolldown/runtime') ? 'first' : (known.get(id) ?? null)
  }
}

function reachedFrom(entries: readonly string[], graph: Graph): Set<string> {
  const reached = new Set(entries)
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/**
 * Builds the page (client), and the program and the library, which need only better-sqlite3 (ssr). `licenses.md` beside each lists
 * the licences of the bundled code.
 */
export default defineConfig({
  root: at('.'),
  // Builds schemas when they are first used.
  resolve: { alias: [{ find: /^zod$/, replacement: at('../server/schema/zod.ts') }] },
  builder: {},
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
