/** Builds the page, the server and the library's declarations into a folder: `node vite-build.mjs ROOT OUT`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuilder, runnerImport } from 'vite'

const [root = '.', out = 'dist'] = process.argv.slice(2)
try {
  const builder = await createBuilder({
    configFile: join(root, 'ui/vite.config.ts'),
    logLevel: 'warn',
    environments: {
      client: { build: { outDir: join(out, 'ui') } },
      ssr: { build: { outDir: join(out, 'server') } },
      jest: { build: { outDir: join(out, 'server') } },
    },
  })
  await builder.buildApp()
  const { module } = await runnerImport(join(root, 'server/library/declare.ts'))
  for (const [name, text] of Object.entries(await module.declarations()))
    writeFileSync(join(out, 'server', name), text)
} catch (error) {
  // The message shows the place in the source. The stack is about the bundler.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
