/**
 * Fills the text templates of receivers. A template is a program in its language, with these directives:
 *
 *     «name»                  a text
 *     «"name"»                a text as a string literal of the language
 *     «condition?one|other»   one of two texts; either may be empty
 *     «if condition»          at the start of a line: keeps the line only if the condition holds
 *     %if, %elif, %else, %end blocks of lines, kept only if a condition holds
 *     %let name if condition = text   defines a text; the first definition whose condition holds counts
 *     %define name … %end     lines that %insert name inserts elsewhere
 *     %refuse 401 wrong if …  inserts the lines of %define refusal, with «status», «message» and «condition»
 *     %imports … %end         keeps only the imports that the rest of the program uses
 *     %# …                    a comment about the template
 *
 * A condition is a flag of the verification, or several flags combined with `not`, `and` and `or`.
 */

/** The values that fill a template. */
export interface Facts {
  flags: Readonly<Record<string, boolean>>
  texts: Readonly<Record<string, string>>
  /** Writes a text as a string literal. */
  quoted(text: string): string
}

interface Line {
  text: string
  /** The line is an import. It remains only if another line uses its name. */
  isImport: boolean
}

/** A directive or a line of text, each with an optional condition. */
const form = /^(\s*)(?:«if ([^»]+)»)?(?:%(#|[a-z]+)(?: (.*))?)?(.*)$/
/** `«name»`, `«"name"»`, or `«condition?one|other»`. In the last form, || is plain text. */
const hole = /«([^«»?]+)(?:\?((?:[^«»|]|\|\|)*)\|?((?:[^«»|]|\|\|)*))?»/g
const opening = ['define', 'imports', 'if']

/** Renders a template. Also returns the texts that `%let` sets, such as `install`. */
export function render(template: string, { flags, texts, quoted }: Facts) {
  const rows: { name: string; condition: string | undefined; text: string }[] = []
  const blocks = new Map<string, string[]>()
  let refusal: Readonly<Record<string, string>> = {}

  const holds = (condition: string): boolean =>
    condition.split(' or ').some((all) => all.split(' and ').every(isTrue))
  const isTrue = (term: string): boolean =>
    term.startsWith('not ') ? !isTrue(term.slice('not '.length)) : (flags[term] ?? unknown(term))
  const said = (name: string): string | undefined => {
    const row = rows.find((one) => one.name === name && (one.condition === undefined || holds(one.condition)))
    return row && filled(row.text)
  }
  const textOf = (name: string): string => said(name) ?? refusal[name] ?? texts[name] ?? unknown(name)
  const filled = (line: string): string =>
    line.replace(hole, (_, name: string, yes?: string, no = '') => {
      if (yes !== undefined) return holds(name) ? yes : no
      return name.startsWith('"') ? quoted(textOf(name.slice(1, -1))) : textOf(name)
    })

  function linesOf(source: readonly string[], indent = ''): Line[] {
    const made: Line[] = []
    // The enclosing blocks: whether each emits lines now, and whether one of its branches did before.
    const frames: { isOn: boolean; wasOn: boolean; holdsImports: boolean }[] = []
    let block: { lines: string[]; depth: number } | undefined
    for (const line of source) {
      const [, before = '', condition, word, rest = '', text = ''] = form.exec(line) ?? []
      if (block) {
        block.depth += word === 'end' ? -1 : opening.includes(word ?? '') ? 1 : 0
        if (block.depth > 0) block.lines.push(line)
        else block = undefined
        continue
      }
      const isOn = frames.every((one) => one.isOn) && (condition === undefined || holds(condition))
      const insert = (name: string) => {
        if (isOn) made.push(...linesOf(blocks.get(name) ?? unknown(name), indent + before))
      }
      switch (word) {
        case undefined:
          if (!isOn) break
          made.push({
            text: text === '' ? '' : indent + before + filled(text),
            isImport: frames.some(({ holdsImports }) => holdsImports),
          })
          break
        case '#':
          break
        case 'let':
          rows.push(rowOf(rest))
          break
        case 'define':
          block = { lines: [], depth: 1 }
          blocks.set(rest, block.lines)
          break
        case 'insert':
          insert(rest)
          break
        case 'refuse': {
          const [, status = '', says = '', refused = ''] = /^(\d+) (.+?) if (.+)$/.exec(rest) ?? unknown(line)
          refusal = {
            status: said(status) ?? status,
            message: textOf(`says ${says}`),
            condition: filled(refused),
          }
          insert('refusal')
          break
        }
        case 'imports':
          frames.push({ isOn, wasOn: true, holdsImports: true })
          break
        case 'if':
          frames.push({ isOn: holds(rest), wasOn: holds(rest), holdsImports: false })
          break
        case 'elif':
        case 'else': {
          const frame = frames.at(-1) ?? unknown(line)
          frame.isOn = !frame.wasOn && (word === 'else' || holds(rest))
          frame.wasOn ||= frame.isOn
          break
        }
        case 'end':
          frames.pop() ?? unknown(line)
          break
        default:
          unknown(line)
      }
    }
    return made
  }

  const lines = linesOf(template.trimEnd().split('\n'))
  const code = bare(lines.flatMap(({ text, isImport }) => (isImport ? [] : [text])))
  const kept = lines.filter(({ text, isImport }) => !isImport || isUsed(text, code))
  return { text: `${kept.map(({ text }) => text).join('\n')}\n`, said }
}

/** Parses `name = text` or `name if condition = text`. */
function rowOf(rest: string) {
  const [, name = '', condition, text = ''] = /^(.+?)(?: if (.+?))? += (.*)$/.exec(rest) ?? unknown(rest)
  return { name, condition, text }
}

/** The code without string literals and comments. */
const bare = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/"(?:[^"\\]|\\.)*"|^\s*(?:\/\/|\/\*\*|#).*/g, '')).join('\n')

/** Whether the code uses an imported name: the last word, or a name in braces. */
function isUsed(line: string, code: string): boolean {
  const [, several, one = ''] = /(?:\{(.*)\}|(\w+))\W*$/.exec(line) ?? []
  const names = several?.split(/\W+/).filter(Boolean) ?? [one]
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(code))
}

function unknown(text: string): never {
  throw new Error(`A template of a receiver says ${JSON.stringify(text)}, which means nothing here.`)
}
