/** Writes the files of a load test for an engine. */
import type { Recipe } from '../signing/recipe.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import type { Load } from '../wire.ts'
import { loadReadme, withSecret } from '../words/load.ts'
import { type EngineName, engineOf } from './engines.ts'
import { type PortableRecipe, portableRecipe } from './portable.ts'
import signing from './templates/signing.txt?raw'

/** What a load test sends. */
interface Asked {
  subscriptionId: string
  recipe: Recipe
  secret: string
  url: string
  payloads: readonly { event: string }[]
  rate: number
  seconds: number
  /** All schemes, for the list of those that the engine cannot sign with. */
  recipes: Recipes
}

/** Writes the files, and the commands that install the engine and run the test. No file holds the secret. */
export function generateLoad(name: EngineName, asked: Asked): Load {
  const { recipe, secret, url, payloads, rate, seconds } = asked
  const engine = engineOf(name)
  const portable = portableRecipe(recipe, secret)
  const run = engine.run({ rate, seconds })
  const packages = engine.packages(portable)
  const install = engine.install && [engine.install, ...packages].join(' ')
  const needsSecret = portable.method !== 'none'
  const fill = filler(recipe, portable, asked)
  const readme = loadReadme({
    engine: name,
    title: engine.title,
    scheme: recipe.scheme,
    target: url,
    rate,
    seconds,
    payloads: payloads.length,
    events: [...new Set(payloads.map(({ event }) => event))],
    install,
    run,
    needsSecret,
    subscriptionId: asked.subscriptionId,
    unsignable: schemeNames.flatMap((scheme) => {
      const code = engine.cannotSign(portableRecipe(asked.recipes[scheme], ''))
      return code ? [{ scheme, code }] : []
    }),
  })
  return {
    engine: name,
    scheme: recipe.scheme,
    files: [
      ...Object.entries(engine.files).map(([file, template]) => ({ name: file, text: fill(template) })),
      { name: 'payloads.jsonl', text: payloads.map((payload) => `${JSON.stringify(payload)}\n`).join('') },
      { name: 'README.md', text: readme },
    ],
    install,
    run: needsSecret ? withSecret(run, recipe.password ?? secret) : run,
  }
}

/** Fills «name» in a template. */
function filler(recipe: Recipe, portable: PortableRecipe, { url, rate, seconds }: Asked) {
  const texts: Record<string, string> = {
    scheme: recipe.scheme,
    recipe: JSON.stringify(portable, null, 2),
    target: JSON.stringify(url),
    rate: String(rate),
    seconds: String(seconds),
    time: portable.time,
    digest: portable.digest,
    // k6 calls base64url without padding base64rawurl.
    'k6 encoding': portable.encoding === 'base64url' ? 'base64rawurl' : portable.encoding,
  }
  const filled = (template: string): string =>
    template.replace(/«([\w ]+)»/g, (hole, name: string) =>
      name === 'signing' ? filled(signing).trimEnd() : (texts[name] ?? hole),
    )
  return filled
}
