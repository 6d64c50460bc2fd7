/** Builds page and server into the given folder: `node vite-build.mjs ROOT OUT`. */
import { join } from 'node:path'
import { createBuilder } from 'vite'

const [root = '.', out = 'dist'] = process.argv.slice(2)
const builder = await createBuilder({
  configFile: join(root, 'ui/vite.config.ts'),
  logLevel: 'warn',
  environments: {
    client: { build: { outDir: join(out, 'ui') } },
    ssr: { build: { outDir: join(out, 'server') } },
  },
})
await builder.buildApp()
