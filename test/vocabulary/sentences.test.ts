import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './sources.ts'

// A sentence of ours that code reads back turns a rewording into a bug. Facts travel as codes and fields; only words are made of them.

const asked =
  /\.(?:startsWith|endsWith|includes|indexOf|lastIndexOf|match|search|split|replace|replaceAll)\(\s*(['"`])((?:(?!\1)[^\n])*)\1/g
/** Text that a value is compared with, or that it is looked up by. */
const compared =
  /(?:[!=]==?\s*|\bcase\s+|\.(?:get|has)\(\s*|[\w)\]]\[\s*)(['"`])((?:(?!\1)[^\n])*)\1(?=\s*[:\]),;&|?}\n])|(['"`])((?:(?!\3)[^\n])*)\3\s*[!=]==/g
const pattern =
  /(?:[(=,:[!&|?{;]|=>|return)\s*\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/[dgimsuvy]*(?=[.,;)\]\s])/g
const inSql = /(?:\bLIKE|\bGLOB|(?<!=)[<>]=?)\s*'([^'\n]*)'/g

/**
 * Two words with a blank between, or one beside a blank: what a sentence looks like, also inside a pattern. So do the acts
 * that sentences recommend: a request, a command and a field.
 */
const isSentence = (text: string) =>
  /[A-Za-z]{2,}[,:;]? [A-Za-z]{2,}|^[A-Za-z]{2,}:? $|^ [A-Za-z]{2,} ?$/.test(text) ||
  /\b(?:GET|POST|PUT|PATCH|DELETE)\)? \\?\/|\bwebhook-sandbox\b|"\w+": /.test(text)
/** A pattern without what is no text in it. */
const bare = (source: string) => source.replace(/\\[a-zA-Z]|\[[^\]]*\]|\(\?[:=!<]*/g, '~')

/** What code compares with text that looks like a sentence. */
function readBack(path: string, text: string): string[] {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*|--).*$/gm, '')
  const found = path.endsWith('.sql')
    ? []
    : [
        ...[...code.matchAll(asked)].map(([, , literal = '']) => literal),
        ...[...code.matchAll(compared)].map(([, , literal, , before = '']) => literal ?? before),
        ...[...code.matchAll(pattern)].map(([, source = '']) => bare(source)),
      ]
  const ofSql = [...code.matchAll(inSql)].map(([, literal = '']) => literal)
  // The option `'--q <q>', "such as 'x'"` of a command is no comparison.
  return [...found, ...ofSql.filter((one) => !one.startsWith(', '))].filter(isSentence)
}

/** Files that may: what they read was written by somebody else, or by an older version. */
const foreign: Record<string, string> = {
  'server/check/diagnosis.ts': 'what receivers answer',
  'server/check/framework.ts': 'what receivers answer',
  'server/check/leaks.ts': 'what receivers answer',
  'server/cli/live.ts': 'the words of ws',
  'server/cli/wrong-call.ts': 'the words of commander',
  'server/client/tls-trouble.ts': 'the words of OpenSSL',
  'server/database/earlier.ts': 'sentences of older versions, for migrations and imports alone',
  'server/database/migrations/005-receiving.sql': 'a migration',
  'server/database/migrations/008-disabled.sql': 'a migration',
  'server/database/open.ts': 'the words of better-sqlite3',
  'server/findings/misreading.ts': 'what receivers answer',
  'server/findings/newest.ts': 'what receivers answer',
  'server/findings/refusal-signs.ts': 'what receivers answer',
  'server/findings/refusal.ts': 'what receivers answer',
  'server/handlers/generate.ts': 'the name of a text of templates',
  'server/handlers/render.ts': 'the conditions of templates',
  'server/schema/issues.ts': 'the words of zod',
  'server/setup/report.mjs': 'the words of npm',
  'server/simulator/runs/steps/wait.ts': 'a value of scenario files',
  'server/simulator/scenarios/library.ts': 'a key of a table',
  'server/simulator/scenarios/summary.ts': 'a value of scenario files',
  'server/words/step.ts': 'a value of scenario files',
  'ui/detail/as-test.ts': 'a line of code',
  'ui/shell/keys/not-loaded.ts': 'the words of browsers',
}

test('what replaces the acts in sentences is found', () => {
  const replacing = [
    "const all = [[/POST \\/sandbox\\/scenarios\\/([\\w-]+)\\/run\\b/g, 'run_scenario']]",
    'text.replace(/\\b(?:GET|POST) \\/(?:sandbox|api)\\/[\\w{}]*/g, thePage(base))',
    'text.replace(/\\b(?:npx )?webhook-sandbox(?: [a-z][\\w-]*)*/g, thePage(base))',
    `text.replaceAll('"force": true', '--force')`,
  ]
  for (const code of replacing) expect(readBack('one.ts', `${code}\n`), code).toHaveLength(1)
})

/** Files with requests in descriptions of fields and events, which every surface shows as they are. */
const describing = [
  'server/check/routes.ts',
  'server/config.ts',
  'server/docs/guide.ts',
  'server/events/delivery-headers.ts',
  'server/wire/objects.ts',
]

test('a call that a sentence recommends is a fact', () => {
  const found = sourceFiles('server').filter(({ text }) =>
    text
      .split('\n')
      .some((line) =>
        /^(?!\s*(?:\/\/|\/?\*)).*['"`].*\b(?:GET|POST|PUT|PATCH|DELETE) \/(?:sandbox|api)\//.test(line),
      ),
  )
  expect(found.map(({ path }) => path).toSorted()).toEqual(describing)
})

test('no code parses a sentence of ours', () => {
  const migrations = 'server/database/migrations'
  const sql = readdirSync(migrations).map((name) => join(migrations, name))
  const files = [
    ...sourceFiles('server'),
    ...sourceFiles('ui'),
    ...sql.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  ]
  const found = files.flatMap(({ path, text }) => {
    const texts = readBack(path, text)
    return texts.length > 0 ? { path, texts } : []
  })
  expect(found.filter(({ path }) => !(path in foreign))).toEqual([])
  // What reads none any more leaves the list.
  expect(Object.keys(foreign).filter((path) => !found.some((one) => one.path === path))).toEqual([])
})

const members = '(?:message|fix|reason|detail|summary|hint)'
const reading = new RegExp(
  String.raw`\b${members}\??\s*\??\.(?:startsWith|endsWith|includes|indexOf|lastIndexOf|match|matchAll|search|split|replace|replaceAll)\(` +
    String.raw`|\.(?:exec|test)\((?:[\w.?]+\.)?${members}\)`,
  'g',
)
/** What cuts or adds a final full stop where a sentence becomes a part of another. */
const stop = /\.(?:replace\(\/(?:\\\?)?\\\.\??\$\/, '[.?]?'\)|endsWith\('\?'\))/g

/** Where code reads a member that holds a sentence. */
const readMembers = (text: string): string[] =>
  [
    ...text
      .replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
      .replace(stop, '')
      .matchAll(reading),
  ].map(([found]) => found)

/** Files that may: what the members hold was written by somebody else, or by an older version. */
const foreignMembers: Record<string, string> = {
  'server/cli/live.ts': 'the words of ws',
  'server/cli/wrong-call.ts': 'the words of commander',
  'server/client/outcome.ts': 'the words of Node',
  'server/client/tls-trouble.ts': 'the words of OpenSSL',
  'server/database/earlier.ts': 'sentences of older versions, for migrations and imports alone',
  'server/database/open.ts': 'the words of better-sqlite3',
  'server/schema/issues.ts': 'the words of zod',
  'server/simulator/scenarios/source.ts': 'the words of the YAML parser',
  'ui/shell/keys/not-loaded.ts': 'the words of browsers',
}

test('what reads a message is found, but not what cuts its full stop', () => {
  const found = [
    "problem.message.replace(/\\.$/, '').split(/; (?=must )/)",
    'message.replace(/\\bheaders\\.(\\d+)/g, place)',
    'error?.fix?.startsWith(name)',
    'verdict.reason\n  .match(pattern)',
    '/^(.*?)[;:] (.*)$/.exec(summary)',
    'isAboutLoading.test(event.reason?.message)',
  ]
  for (const code of found) expect(readMembers(code), code).toHaveLength(1)
  const cut = ["reason.replace(/\\.$/, '')", "message.replace(/\\?\\.$/, '?')", 'detail.slice(0, -1)']
  for (const code of cut) expect(readMembers(code), code).toEqual([])
})

test('no code reads a member that holds a sentence', () => {
  const found = [...sourceFiles('server'), ...sourceFiles('ui')].flatMap(({ path, text }) => {
    const reads = readMembers(text)
    return reads.length > 0 ? { path, reads } : []
  })
  expect(found.filter(({ path }) => !(path in foreignMembers))).toEqual([])
  expect(Object.keys(foreignMembers).filter((path) => !found.some((one) => one.path === path))).toEqual([])
})
