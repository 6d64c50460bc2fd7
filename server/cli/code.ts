/** The command `code`: prints a receiver that verifies signatures. */

import { withQuery } from '../library/ask.ts'
import type { CatalogueLanguage, Code } from '../wire.ts'
import { type Making, rowsAsJsonUnless } from './command.ts'

export function addCodeCommand({ speaking }: Making) {
  speaking('code', 'print a receiver that verifies signatures; without a language, list the languages')
    .argument('[language]', 'language and framework, such as node-express, python-flask or go')
    .option('--scheme <scheme>', 'for this signing scheme, such as stripe; standard-webhooks by default')
    .option('--endpoint <name>', 'for the scheme and the secret of this endpoint, such as demo')
    .option('--subscription <id>', 'for the scheme and the secret of this subscription')
    .option('--capture <id>', 'for the scheme that signed this capture, such as cap_…')
    .option('--no-library', 'verify without the official library of the scheme')
    .json(rowsAsJsonUnless('a language'))
    .action(async (language, flags, { client, terminal, tell, tellEach }) => {
      if (language === undefined) {
        const path = '/sandbox/catalogue/languages'
        const { languages } = await client.get<{ languages: CatalogueLanguage[] }>(path, 'languages')
        const width = Math.max(...languages.map((one) => one.language.length))
        return tellEach(languages, (one) => `${one.language.padEnd(width)}  ${one.runtime}`)
      }
      const { scheme, endpoint, subscription: subscription_id, capture: capture_id } = flags
      const library = flags.library === false ? 'false' : undefined
      const asked = withQuery('/sandbox/code', {
        language,
        scheme,
        endpoint,
        subscription_id,
        capture_id,
        library,
      })
      const answer = await client.get<{ code: Code }>(asked, 'code')
      const { file, text, install, run, note } = answer.code
      // stdout holds the code alone, so that a shell can redirect the code into a file.
      terminal.out(text.trimEnd())
      tell(
        answer,
        () => [],
        () => [
          `Save as       ${file}`,
          ...(install === null ? [] : [`Install with  ${install}`]),
          `Run with      ${run}`,
          note,
        ],
      )
    })
}
