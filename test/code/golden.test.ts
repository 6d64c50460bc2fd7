import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { librarySchemes } from '../../server/handlers/dialects.ts'
import { generate } from '../../server/handlers/generate.ts'
import { recipes } from '../verification/every-scheme.ts'
import { secret, url } from './cases.ts'
import { receiverRecipes } from './schemes.ts'

/** Languages whose tools need not be here; of a text that has changed, `vitest -u` writes the new one for you to read. */
const endings = { ruby: 'ru', php: 'php', go: 'go', csharp: 'cs', rust: 'rs' } as const
const languages = Object.keys(endings) as (keyof typeof endings)[]

/** One of each kind: id and time in headers, all in one header, the address, a key and a time in other forms. */
const schemes = [
  'standard-webhooks',
  'stripe',
  'square',
  'adyen',
  'basic',
  'twilio',
  'http-message-signatures',
  'discord',
  'workos',
] as const

test.each(['node-express', 'python-flask', 'php', 'ruby', 'go'] as const)(
  '%s is written with each library as its file has it',
  async (language) => {
    for (const scheme of librarySchemes) {
      const code = generate(language, { recipe: recipes[scheme], secret, url })
      if (typeof code === 'string' || code.library === null) continue
      const path = `../../fixtures/code/${language}/${scheme}.txt`
      await expect(code.text).toMatchFileSnapshot(fileURLToPath(new URL(path, import.meta.url)))
    }
  },
)

describe.each(languages)('%s', (language) => {
  test.each(schemes)('%s is written as its file has it', async (scheme) => {
    const recipe = receiverRecipes[scheme]
    const code = recipe ? generate(language, { recipe, secret, url }, { library: false }) : ''
    const path = `../../fixtures/code/${language}/${scheme}.${endings[language]}.txt`
    const file = fileURLToPath(new URL(path, import.meta.url))
    await expect(typeof code === 'string' ? code : code.text).toMatchFileSnapshot(file)
  })
})
