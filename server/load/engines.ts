/** The table of load engines: the files of each, its commands, and what it cannot sign. */
import type { Unsignable } from '../words/load.ts'
import type { PortableRecipe } from './portable.ts'
import artillery from './templates/artillery.txt?raw'
import artilleryScript from './templates/artillery-script.txt?raw'
import k6 from './templates/k6.txt?raw'
import locust from './templates/locust.txt?raw'

interface Engine {
  title: string
  /** File name → template. */
  files: Readonly<Record<string, string>>
  /** The command that installs the engine; null if that differs by system. */
  install: string | null
  /** The packages to install with it for a recipe. */
  packages(recipe: PortableRecipe): string[]
  run(load: { rate: number; seconds: number }): string
  /** Why the engine cannot sign with a recipe; undefined if it can. */
  cannotSign(recipe: PortableRecipe): Unsignable | undefined
}

const isKeyPair = ({ method }: PortableRecipe) => method === 'ed25519' || method === 'es256'

const unsupported = ({ method }: PortableRecipe) => (method === 'unsupported' ? method : undefined)

const engines = {
  artillery: {
    title: 'Artillery',
    files: { 'load.yml': artilleryScript, 'processor.cjs': artillery },
    install: 'npm install artillery',
    packages: () => [],
    run: () => 'npx artillery run load.yml',
    cannotSign: unsupported,
  },
  k6: {
    title: 'k6',
    files: { 'script.js': k6 },
    install: null,
    packages: () => [],
    run: () => 'k6 run script.js',
    cannotSign: (recipe) =>
      recipe.method === 'ed25519' || recipe.method === 'es256' ? recipe.method : unsupported(recipe),
  },
  locust: {
    title: 'Locust',
    files: { 'locustfile.py': locust },
    install: 'pip install locust',
    packages: (recipe) => (isKeyPair(recipe) ? ['cryptography'] : []),
    run: ({ rate, seconds }) =>
      `locust --headless --users ${rate} --spawn-rate ${rate} --run-time ${seconds}s`,
    cannotSign: unsupported,
  },
} as const satisfies Record<string, Engine>

export type EngineName = keyof typeof engines
export const engineNames = Object.keys(engines) as readonly EngineName[]
export const engineOf = (name: EngineName): Engine => engines[name]
