import { expect, test } from 'vitest'
import { createProgram } from '../../server/cli/program.ts'
import { realOutside } from '../../server/outside.ts'
import { cliPage } from './cli-page.ts'

test('docs/cli.md says of every command what its definition says', async () => {
  const program = createProgram({
    terminal: { out() {}, log() {} },
    environment: {},
    calledAs: 'webhook-sandbox',
    outside: realOutside(),
    onRunning() {},
  })
  // `npx vitest run --config test/vitest.config.ts -u test/docs/cli.test.ts` writes the page.
  await expect(cliPage(program)).toMatchFileSnapshot('../../docs/cli.md')
})
