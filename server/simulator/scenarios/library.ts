/** Finds scenarios: the built-in ones, and those in the user's folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { KnownCall } from '../../api/known-calls.ts'
import { textOf } from '../../body/body-text.ts'
import { fail, StartError } from '../../failures.ts'
import type * as wire from '../../wire.ts'
import { suggest } from '../../words/nearest.ts'
import type { Compiled } from './compile.ts'
import { movesClock, type Scenario } from './scenario.ts'

const files = import.meta.glob<string>('../../../fixtures/scenarios/*.yaml', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const shipped = Object.entries(files).map(([path, text]) => ({
  file: path.slice(path.lastIndexOf('/') + 1),
  text,
}))

const nameOf = (file: string) => file.replace(/\.(?:ya?ml|json)$/i, '')
const keyOf = (source: wire.Scenario['source'], file: string) => `${source} ${file}`

const largest = 1_048_576
const nameForm = /^[a-z0-9][a-z0-9-]{0,63}\.yaml$/

/**
 * The scenarios: built-in ones, and those of a folder, which is read again each time.
 * @param calls the routes that their calls can reach
 */
export function createLibrary(folder: string | null, calls: readonly KnownCall[]) {
  const known = new Map<string, { text: string; compiled: Compiled }>()

  /** The compiled file, cached while its text does not change. */
  async function compiled(source: wire.Scenario['source'], file: string, text: string): Promise<Compiled> {
    const key = keyOf(source, file)
    const before = known.get(key)
    if (before?.text === text) return before.compiled
    const made = (await loadCompile())(file, text, calls)
    known.set(key, { text, compiled: made })
    return made
  }

  const ofShipped = (isWanted: (file: string) => boolean) =>
    Promise.all(
      shipped
        .filter(({ file }) => isWanted(file))
        .map(async ({ file, text }) =>
          entryOf({ file, text, source: 'shipped', ...(await compiled('shipped', file, text)) }),
        ),
    )

  async function ofUser(isWanted: (file: string) => boolean) {
    if (folder === null) return []
    const files = filesIn(folder)
    const keys = files.map(({ file }) => keyOf('user', file))
    for (const key of known.keys()) if (key.startsWith('user ') && !keys.includes(key)) known.delete(key)
    return Promise.all(
      files
        .filter(({ file }) => isWanted(file))
        .map(async ({ file, text, problem }) => {
          const flaw = problem ?? nameFlaw(file)
          const made = await compiled('user', file, text)
          return entryOf({
            file,
            text,
            source: 'user',
            ...made,
            ...(flaw && { problems: [`${file}: ${flaw}.`], scenario: undefined }),
          })
        }),
    )
  }

  /** All scenarios, or those of some files: compiling all takes a tenth of a second. */
  async function all(isWanted: (file: string) => boolean = () => true) {
    return [...(await ofShipped(isWanted)), ...(await ofUser(isWanted))].sort((a, b) =>
      a.told.name < b.told.name ? -1 : 1,
    )
  }

  async function find(name: string) {
    const found = await all((file) => nameOf(file) === name)
    // A user's file with the name of a built-in scenario is not a scenario.
    return (
      found.find((one) => one.scenario) ??
      found[0] ??
      fail(
        'scenario_unknown',
        `No scenario is named ${name.slice(0, 100)}.`,
        suggest(
          name,
          (await all()).map((one) => one.told.name),
        ),
      )
    )
  }

  return {
    /** In order of their names. The first time they are compiled one by one, so that other requests get their turn. */
    async list(): Promise<wire.Scenario[]> {
      for (const { file, text } of shipped) {
        if (known.has(keyOf('shipped', file))) continue
        await compiled('shipped', file, text)
        await setImmediate()
      }
      return (await all()).map(({ told }) => told)
    },
    one: async (name: string): Promise<wire.Scenario> => (await find(name)).told,
    /** A scenario that can run: of a name, or from a text. Refuses an invalid file, with its flaws. */
    async runnable(source: ScenarioSource): Promise<Scenario> {
      if ('text' in source) return runnableIn((await loadCompile())(textFile, source.text, calls))
      const { scenario, told } = await find(source.name)
      return runnableIn({ scenario, problems: told.problems })
    },
  }
}
export type Library = ReturnType<typeof createLibrary>

/** Loads the compiler late: its parser of YAML is large, and most sandboxes run no scenario. */
const loadCompile = async () => (await import('./compile.ts')).compile

/** Which scenario to run. */
export type ScenarioSource = { name: string } | { text: string }
/** The name that a text gets in its problems and its run. */
const textFile = 'text.yaml'

const runnableIn = ({ scenario, problems }: Pick<Compiled, 'scenario' | 'problems'>): Scenario =>
  scenario ?? fail('scenario_invalid', problems.join(' '))

const entryOf = ({
  file,
  text,
  source,
  title,
  description,
  set,
  steps,
  problems,
  scenario,
}: Compiled & Pick<wire.Scenario, 'file' | 'text' | 'source'>) => ({
  told: {
    name: nameOf(file),
    title,
    description,
    source,
    file,
    text,
    set,
    problems,
    steps,
    moves_clock: movesClock(steps),
  } satisfies wire.Scenario,
  scenario,
})

/** Why a user's file is not a scenario, judging by its name. */
function nameFlaw(file: string): string | undefined {
  if (shipped.some((one) => one.file === file)) return 'a built-in scenario has this name; rename the file'
  return nameForm.test(file)
    ? undefined
    : 'a scenario is named by its file: lower-case letters, digits and dashes, then .yaml'
}

/** Throws a {@link StartError} if the folder of the user's scenarios cannot be read. */
export function requireScenarios(folder: string | null) {
  if (folder === null) return
  try {
    readdirSync(folder)
  } catch (error) {
    throw new StartError(
      `Cannot read the folder of scenarios ${folder}: ${error instanceof Error ? error.message : error}.`,
      'Create the folder, or name another folder in the configuration under scenarios.',
    )
  }
}

function filesIn(folder: string): { file: string; text: string; problem?: string }[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    // The folder existed at the start. Without the folder there are no scenarios of the user.
    return []
  }
  return (
    names
      // A file with an invalid name is listed with the reason.
      .filter((name) => /\.(?:ya?ml|json)$/i.test(name) && !name.startsWith('.'))
      .sort()
      .map((file) => ({ file, ...contentOf(join(folder, file)) }))
  )
}

function contentOf(path: string): { text: string; problem?: string } {
  try {
    const found = statSync(path)
    // Reading a pipe or device would block the sandbox forever.
    if (!found.isFile()) return { text: '', problem: 'is not a file' }
    if (found.size > largest) return { text: '', problem: `is larger than ${largest} bytes` }
    const text = textOf(readFileSync(path))
    return text === undefined ? { text: '', problem: 'is not UTF-8' } : { text }
  } catch (error) {
    return { text: '', problem: `cannot be read: ${error instanceof Error ? error.message : error}` }
  }
}
