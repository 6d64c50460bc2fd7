import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const sandbox = process.env.SANDBOX_URL ?? 'http://127.0.0.1:4400'

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Puts all that the page imports at once into one file: less to ask for, and it packs better than two dozen. */
function firstView() {
  let known: Set<string> | undefined
  return (id: string, graph: Graph) => {
    known ??= reachedFrom(at('./main.tsx'), graph)
    return known.has(id) || id.includes('rolldown/runtime') ? 'first' : null
  }
}

function reachedFrom(entry: string, graph: Graph): Set<string> {
  const reached = new Set([entry])
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/**
 * Builds both halves: the page (client) and one server file that needs better-sqlite3 and nothing else (ssr).
 * What they bundle is licensed under terms that want to be passed on: `licenses.md` beside each.
 */
export default defineConfig({
  root: at('.'),
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
          output: { codeSplitting: { groups: [{ name: firstView() }] } },
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
          input: { main: at('../server/main.ts') },
          output: { entryFileNames: '[name].js', banner: '#!/usr/bin/env node' },
        },
      },
      resolve: { noExternal: true, external: ['better-sqlite3'] },
    },
  },
  server: {
    proxy: {
      '^/(sandbox|api|in)(/|$)': { target: sandbox, ws: true },
    },
  },
})
