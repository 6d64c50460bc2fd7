import { z } from 'zod'
import { type ControlRoute, route } from '../control/route.ts'
import * as wire from '../wire.ts'
import { keyForms, type Recipes, schemeNames } from './recipes.ts'

export function schemeRoutes({ recipes }: { recipes: Recipes }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/catalogue/schemes',
      operationId: 'listSchemes',
      summary: 'Every signing scheme, with its recipe',
      success: {
        status: 200,
        description: 'The schemes',
        schema: z.object({ schemes: z.array(wire.catalogueScheme) }),
      },
      errors: [],
      run: () => ({ schemes: schemeNames.map((scheme) => ({ scheme, ...told(recipes, scheme) })) }),
    }),
  ]
}

function told(recipes: Recipes, scheme: (typeof schemeNames)[number]): Omit<wire.CatalogueScheme, 'scheme'> {
  const { description, layout, digest, encoding, key, signs, toleranceS } = recipes[scheme]
  const { kind: _, ...headers } = layout
  return {
    description,
    recipe: {
      headers,
      signs,
      digest,
      encoding,
      key: keyForms[key],
      tolerance_s: toleranceS,
    },
  }
}
