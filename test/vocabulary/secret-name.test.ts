/** The environment variable of the signing secret has one name in docs and in generated receivers. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generate } from '../../server/handlers/generate.ts'
import { languageNames } from '../../server/handlers/languages.ts'
import { secret, url } from '../code/cases.ts'
import { receiverRecipes } from '../code/schemes.ts'

const variable = 'WEBHOOK_SECRET'

/** How the languages read their environment, by the helper of the receiver or by their own means. */
const reading =
  /(?:process\.env\.|(?:environ(?:\.get)?|[sS]etting|ENV\.fetch|Getenv|GetEnvironmentVariable|getOrDefault|env::var)[[(]["'])([A-Z_]+)/g

test.each(languageNames)('receivers in %s read the secret from WEBHOOK_SECRET', (language) => {
  const names = new Set<string>()
  for (const recipe of Object.values(receiverRecipes))
    for (const library of [true, false]) {
      const code = generate(language, { recipe, secret, url }, { library })
      if (typeof code === 'string') continue
      for (const [, name = ''] of code.text.matchAll(reading)) names.add(name)
      for (const [, name = ''] of code.run.matchAll(/\b([A-Z_]+)=/g)) names.add(name)
    }
  names.delete('PORT')
  names.delete('WEBHOOK_URL')
  expect([...names]).toEqual([variable])
})

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

test('README and docs name no other variable for the secret', () => {
  const named = pages.flatMap(
    (page) => readFileSync(page, 'utf8').match(/\b[A-Z0-9_]*SECRET[A-Z0-9_]*\b/g) ?? [],
  )
  // Settings of the sandbox.
  expect([...new Set(named)].filter((name) => !name.startsWith('SANDBOX_SIGNING_'))).toEqual([variable])
})
