/** The settings: one table gives each key of the configuration its flag and its variable, and reads them. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { type Config, configKeys, isRecord, parseConfig, type Source, valueAt } from '../config.ts'
import { StartError } from '../failures.ts'
import { bareSchema } from '../schema/issues.ts'
import type { Origins } from '../wire.ts'
import { misspelledVariable } from '../words/config.ts'
import { nearest } from '../words/nearest.ts'
import { readConfigFile, refuseLossy } from './config-file.ts'

/** How the text of a flag or a variable is written: lists have commas between their values, and JSON is for objects. */
type Form = 'text' | 'number' | 'boolean' | 'texts' | 'numbers' | 'json'

interface Setting {
  /** The place in the file, dotted: `delivery.timeout`. */
  key: string
  /** `--delivery-timeout` */
  flag: string
  /** `SANDBOX_DELIVERY_TIMEOUT` */
  variable: string
  form: Form
  isNullable: boolean
  meaning: string
}

const prefix = 'SANDBOX_'

function formOf(schema: z.ZodType): Form {
  const bare = bareSchema(schema)
  if (bare instanceof z.ZodNumber) return 'number'
  if (bare instanceof z.ZodBoolean) return 'boolean'
  if (bare instanceof z.ZodObject) return 'json'
  if (!(bare instanceof z.ZodArray)) return 'text'
  switch (formOf(bare.element as z.ZodType)) {
    case 'number':
      return 'numbers'
    case 'text':
      return 'texts'
    default:
      return 'json'
  }
}

/** Every key with its flag and its variable. */
export const settings: readonly Setting[] = configKeys()
  .filter(({ key }) => key !== '$schema')
  .map(({ key, schema }) => ({
    key,
    flag: `--${key.replace(/[._]/g, '-')}`,
    variable: prefix + key.replaceAll('.', '_').toUpperCase(),
    form: formOf(schema),
    isNullable: schema.safeParse(null).success,
    meaning: schema.description ?? '',
  }))

/** The variable that names the file, as `--config` does. */
const fileVariable = `${prefix}CONFIG`
/** The variable that tells a sandbox in the background not to end with the command that started the sandbox. */
export const detachedVariable = `${prefix}DETACHED`
/** Variables that are no settings. Commands and tests read them. */
const otherVariables = ['URL', 'API_URL', 'EFFECTS_URL', 'SESSION'].map((name) => prefix + name)
const variables = [...settings.map(({ variable }) => variable), fileVariable]

/** The flags in the help of `serve`, in its order. The others work too, and docs/configuration.md lists them. */
const shown: { key?: string; form: string; help: string }[] = [
  { key: 'port', form: '--port <number>', help: 'port to listen on, such as 4400; 0 chooses a free port' },
  { key: 'host', form: '--host <address>', help: 'address to listen on, such as 127.0.0.1' },
  {
    key: 'data',
    form: '--data <file>',
    help: 'database file, such as sandbox.db; :memory: keeps nothing',
  },
  {
    form: '--config <file>',
    help: 'configuration file; sandbox.config.json in this folder by default, if present',
  },
  {
    key: 'seed',
    form: '--seed <number>',
    help: 'seed for ids, payloads and jitter, such as 42; the same seed and calls give the same results',
  },
  {
    key: 'bare',
    form: '--bare [boolean]',
    help: 'start without the demo endpoint and the demo subscription',
  },
  {
    key: 'delivery.insecure_tls',
    form: '--insecure-tls [boolean]',
    help: 'accept any TLS certificate of a receiver',
  },
  {
    key: 'delivery.ca',
    form: '--ca <file>',
    help: "PEM file with certificates to trust in addition to Node's",
  },
]

const placeholder: Record<Form, string> = {
  text: '<text>',
  number: '<number>',
  boolean: '[boolean]',
  texts: '<list>',
  numbers: '<list>',
  json: '<json>',
}

/** Adds the flag of every setting to a command that starts a sandbox. The help only shows the frequent flags. */
export function addSettingFlags(command: Command): Command {
  for (const { form, help } of shown) command.addOption(new Option(form, help))
  for (const { flag, form, meaning } of settings)
    if (!command.options.some(({ long }) => long === flag))
      command.addOption(new Option(`${flag} ${placeholder[form]}`, meaning).hideHelp())
  return command
}

/** Where the help leads to the flags that it does not show. */
export const otherFlags =
  'Every key of docs/configuration.md is an option and a variable too: delivery.timeout is --delivery-timeout and SANDBOX_DELIVERY_TIMEOUT.'

/** Reads the text of a flag or a variable. Text that does not fit stays as it is, and the schema refuses it. */
function valueIn(text: string, { form, isNullable }: Setting, source: string): unknown {
  const trimmed = text.trim()
  if (isNullable && trimmed === 'null') return null
  switch (form) {
    case 'text':
      return text
    case 'number':
      return numberIn(trimmed)
    case 'boolean':
      return trimmed === 'true' || (trimmed === 'false' ? false : text)
    case 'texts':
    case 'numbers': {
      if (trimmed.startsWith('[')) return jsonIn(trimmed, source)
      const parts = trimmed === 'none' ? [] : trimmed.split(',').map((part) => part.trim())
      return form === 'numbers' ? parts.map(numberIn) : parts
    }
    case 'json':
      return jsonIn(trimmed, source)
  }
}

const numberIn = (text: string): unknown => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text)

function jsonIn(text: string, source: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Without the parser's message, which quotes the text: it may contain a secret.
    throw new StartError(
      `${source} is not valid JSON.`,
      'Write the value as in the file, and put it in single quotes in a shell.',
    )
  }
  refuseLossy(text, source)
  return value
}

/** The flags of a setting: one named like the key, and a shorter one that some have. */
export function flagsOf({ key, flag }: Setting): string[] {
  const short = shown.find((one) => one.key === key)?.form.split(' ')[0] ?? flag
  return short === flag ? [flag] : [flag, short]
}

/** The flag that sets a key in these options of a command, with its value: a text, or true for a flag without one. */
function flagIn(
  options: ReadonlyMap<string, unknown>,
  setting: Setting,
): { name: string; value: unknown } | undefined {
  return flagsOf(setting)
    .map((name) => ({ name, value: options.get(new Option(name).attributeName()) }))
    .find(({ value }) => value !== undefined)
}

const withValue = (into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value
  // Anything but an object here is a mistake in the file, which the schema reports.
  if (into !== undefined && !isRecord(into)) return into
  return { ...into, [name]: withValue(into?.[name], rest, value) }
}

const defaultFile = 'sandbox.config.json'

/** A configuration, and where its values come from. */
export interface Configured {
  config: Config
  origins: Origins
  /** Variables that no setting has, although their names are close to one. */
  warnings: string[]
}

/**
 * The configuration of a sandbox that a command starts. Flags override the environment, which overrides the file, which
 * overrides the defaults. Without `--config` and SANDBOX_CONFIG, the file of this folder is optional.
 * @param how.flags the options of the command
 * @param how.fixed what the command itself decides, by key
 */
export function configFor({
  flags = {},
  environment,
  fixed = {},
}: {
  flags?: object
  environment: Readonly<Record<string, string | undefined>>
  fixed?: Readonly<Record<string, unknown>>
}): Configured {
  const options = new Map<string, unknown>(Object.entries(flags))
  const named = options.get('config') ?? (environment[fileVariable] || undefined)
  const file = typeof named === 'string' ? named : existsSync(defaultFile) ? defaultFile : undefined
  const written: unknown = file === undefined ? {} : readConfigFile(file)
  let value = written
  if (!isRecord(value)) return { config: parseConfig(value, file), origins: new Map(), warnings: [] }

  const origins = new Map<string, Exclude<ReturnType<Origins['get']>, undefined>>()
  for (const setting of settings) {
    const { key, variable } = setting
    const text = environment[variable]
    const flag = flagIn(options, setting)
    if (Object.hasOwn(fixed, key)) {
      value = withValue(value, key.split('.'), fixed[key])
    } else if (flag) {
      const { name, value: given } = flag
      origins.set(key, { origin: 'flag', name })
      const read = typeof given === 'string' ? valueIn(given, setting, name) : given
      value = withValue(value, key.split('.'), read)
    } else if (text) {
      origins.set(key, { origin: 'environment', name: variable })
      value = withValue(value, key.split('.'), valueIn(text, setting, variable))
    } else if (file !== undefined && valueAt(value, key) !== undefined) {
      origins.set(key, { origin: 'file', name: resolve(file) })
    }
  }

  /** What gave the value at a path, for the report of a mistake. */
  function sourceOf(path: string): Source {
    const key = settings.map((one) => one.key).find((one) => `${path}.`.startsWith(`${one}.`))
    const from = key === undefined ? undefined : origins.get(key)
    if (key === undefined || from === undefined || from.origin === 'file')
      return {
        name:
          key !== undefined && Object.hasOwn(fixed, key) ? 'the command line' : (file ?? 'the configuration'),
      }
    return { name: from.name, key }
  }
  const config = parseConfig(value, sourceOf)
  // A mistake in the file is reported even where a flag or a variable gives another value.
  parseConfig(written, file)
  return { config, origins, warnings: misspelled(environment) }
}

/** A line for each variable that is close to the variable of a setting. */
function misspelled(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...variables, ...otherVariables, detachedVariable]
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.includes(name))
    .flatMap((name) => {
      // Compared without the prefix, which all have in common.
      const rest = name.slice(prefix.length)
      const meant =
        variables.find((one) => rest !== '' && one.endsWith(`_${rest}`)) ??
        nearest(
          rest,
          variables.map((one) => one.slice(prefix.length)),
        )?.replace(/^/, prefix)
      return meant === undefined ? [] : [misspelledVariable(name, meant)]
    })
}
