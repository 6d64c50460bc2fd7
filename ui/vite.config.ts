import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const sandbox = process.env.SANDBOX_URL ?? 'http://127.0.0.1:4400'

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
        rollupOptions: { input: at('./index.html') },
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
