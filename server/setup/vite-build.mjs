/** Builds the page and the server into a folder: `node vite-build.mjs ROOT OUT`. */
import { join } from 'node:path'
import { createBuilder } from 'vite'

const [root = '.', out = 'dist'] = process.argv.slice(2)
try {
  const builder = await createBuilder({
    configFile: join(root, 'ui/vite.config.ts'),
    logLevel: 'warn',
    environments: {
      client: { build: { outDir: join(out, 'ui') } },
      ssr: { build: { outDir: join(out, 'server') } },
    },
  })
  await builder.buildApp()
} catch (error) {
  // The message shows the place in the source. The stack is about the bundler.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
