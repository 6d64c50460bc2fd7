import type { CatalogueLanguage, Code } from '../wire.ts'
import { withQuery } from './client.ts'
import type { Making } from './command.ts'

/** The command that prints a receiver which verifies. */
export function addCodeCommand({ speaking }: Making) {
  speaking('code', 'write a receiver that verifies; without a language, list them')
    .argument('[language]', 'such as node-express, python-flask or go')
    .option('--scheme <scheme>', 'for this signing scheme; standard-webhooks without any of these four')
    .option('--endpoint <name>', 'for what comes to this endpoint')
    .option('--subscription <id>', 'for the deliveries of this subscription')
    .option('--capture <id>', 'for what has signed this capture')
    .action(async (language, flags, { client, terminal, json, tell, tellEach }) => {
      if (language === undefined) {
        const path = '/sandbox/catalogue/languages'
        const { languages } = await client.get<{ languages: CatalogueLanguage[] }>(path, 'languages')
        const width = Math.max(...languages.map((one) => one.language.length))
        return tellEach(languages, (one) => `${one.language.padEnd(width)}  ${one.runtime}`)
      }
      const { scheme, endpoint, subscription: subscription_id, capture: capture_id } = flags
      const asked = withQuery('/sandbox/code', { language, scheme, endpoint, subscription_id, capture_id })
      const answer = await client.get<{ code: Code }>(asked, 'code')
      const { file, text, install, run, note } = answer.code
      // As it is, to be redirected into a file; how it is run goes to stderr.
      if (!json) terminal.out(text.trimEnd())
      tell(
        answer,
        () => [],
        () => [
          `keep it as   ${file}`,
          ...(install === null ? [] : [`install with ${install}`]),
          `run with     ${run}`,
          note,
        ],
      )
    })
}
