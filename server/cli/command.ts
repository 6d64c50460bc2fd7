/** Declares commands. The types of their arguments and flags follow from the forms that are declared. */
import { type Command, Option } from 'commander'
import { StartError } from '../failures.ts'
import { printableJson } from '../words/printable.ts'
import { type Client, createClient, Refusal } from './client.ts'
import { logLines, printJson, printLines, type Told } from './print-lines.ts'
import type { TargetFlags } from './target.ts'
import type { LongShell, Tty } from './terminal.ts'
import { inWords } from './width.ts'
import { codeOfWrongCall } from './wrong-call.ts'

export interface ProgramNeeds extends LongShell {
  /** The terminal of the user, if there is one. */
  tty?: () => Tty | undefined
  /** The command line of this process, to start a detached sandbox. */
  self?: readonly string[]
  /** Ends this process as a signal does. */
  end?(): void
  /** Sets the exit code of this process, for a command that ends like another program. */
  exitWith?(code: number): void
  /** The value of the header `Sandbox-Session`, which each request to a sandbox carries. */
  session?: () => string
}

/** What a command for a running sandbox works with. */
export interface CommandContext extends ProgramNeeds {
  client: Client
  /** Whether --json was given. Then only the methods below print on stdout; the terminal of the context prints nothing there. */
  json: boolean
  /** Prints a result: with --json as JSON, else as lines. The lines `beside` go to stderr. */
  tell(answer: unknown, lines: () => readonly Told[], beside?: () => readonly Told[]): void
  /** Prints a line for each row. Without rows, prints `none` to stderr. */
  tellEach<Row>(rows: readonly Row[], lineOf: (row: Row) => Told, none?: readonly Told[]): void
  /** Prints an answer that is JSON already, line by line. Returns the number of lines. */
  tellLines(lines: AsyncIterable<string>): Promise<number>
}

/** The help of `--json` for a command that lists. */
export const rowsAsJson = 'print each record as one line of JSON'
/** The help of `--json` for every other command. */
export const answerAsJson = 'print the answer of the API as one JSON document'
/** The help of `--json` for a command that lists unless its argument or option is given. */
export const rowsAsJsonUnless = (given: string) => `${rowsAsJson}; with ${given}, ${answerAsJson}`

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name
/** `retry-delays` of `--retry-delays <list>`. */
type Long<Form extends string> = Form extends `${string}--${infer Name} ${string}`
  ? Name
  : Form extends `${string}--${infer Name}`
    ? Name
    : never
/** The flag of an option: `--no-fault` makes false of `fault`. */
type FlagOf<Form extends string, Value> =
  Long<Form> extends `no-${infer Name}` ? [Camel<Name>, false] : [Camel<Long<Form>>, Value]
type FlagsOf<Options extends [string, unknown]> = {
  [Name in Options[0]]?: Extract<Options, [Name, unknown]>[1]
}
type ArgumentOf<Form extends string> = Form extends `${string}...${string}`
  ? string[]
  : Form extends `[${string}`
    ? string | undefined
    : string
/** `before` is the value so far of a repeatable option. */
type Read<Value> = (text: string, before: never) => Value

/** A command during its declaration. */
export interface Declared<
  Arguments extends unknown[] = [],
  Options extends [string, unknown] = never,
  Always = unknown,
> {
  /** The commander command, for settings without types. */
  command: Command
  argument<const Form extends string>(
    form: Form,
    description: string,
    read?: Read<string>,
  ): Declared<[...Arguments, ArgumentOf<Form>], Options, Always>
  option<const Form extends string>(
    form: Form,
    description: string,
  ): Declared<Arguments, Options | FlagOf<Form, Form extends `${string}<${string}` ? string : true>, Always>
  option<const Form extends string, Value>(
    form: Form,
    description: string,
    read: Read<Value>,
  ): Declared<Arguments, Options | FlagOf<Form, Value>, Always>
  option<const Form extends string, Value>(
    form: Form,
    description: string,
    read: Read<Value>,
    otherwise: NoInfer<Value>,
  ): Declared<Arguments, Options, Always & Record<Camel<Long<Form>>, Value>>
  /** Replaces the help of `--json`, if the command does not print the API's answer as one document. */
  json(description: string): Declared<Arguments, Options, Always>
  action(
    run: (...given: [...Arguments, FlagsOf<Options> & Always, CommandContext]) => Promise<void> | void,
  ): void
}

/** The functions that declare the commands of the program. */
export interface Making {
  /** A command for a running sandbox, of the program or below another command. */
  speaking(name: string, description: string, parent?: Command): Declared
  /** A command that only contains others. */
  group(name: string, description: string): Command
}

/** Declares a command for a running sandbox. */
export function declare(command: Command, needs: ProgramNeeds): Declared {
  let jsonHelp = answerAsJson
  const declared = {
    command,
    argument(form: string, description: string, read?: (text: string) => string) {
      command.argument(form, description, ...(read ? [read] : []))
      return declared
    },
    option(
      form: string,
      description: string,
      read?: (text: string, before: unknown) => unknown,
      otherwise?: unknown,
    ) {
      const option = new Option(form, description).default(otherwise)
      command.addOption(read ? option.argParser(read) : option)
      return declared
    },
    json(description: string) {
      jsonHelp = description
      return declared
    },
    action(run: (...given: unknown[]) => Promise<void> | void) {
      command.option('--json', jsonHelp).action(async (...given: unknown[]) => {
        const { url, data, json, ...flags } = command.opts<TargetFlags & { json?: true }>()
        const client = clientOf({ url, data }, command, needs)
        const { context, refused } = contextOf(client, json === true, needs)
        try {
          await run(...given.slice(0, -2), flags, context)
        } catch (error) {
          if (error instanceof Refusal) refused(error)
          throw error
        }
      })
    },
  }
  command
    .option(
      '--url <url>',
      'address of the sandbox; by default SANDBOX_URL, else the sandbox running in this folder',
    )
    .option('--data <file>', 'database file of the running sandbox; overrides SANDBOX_URL')
  // The types follow from the forms in each call, which TypeScript cannot derive from the methods above.
  return declared as unknown as Declared
}

/** The client for the sandbox of a command. An unknown sandbox ends the command like a mistake in the call. */
function clientOf(flags: TargetFlags, command: Command, needs: ProgramNeeds): Client {
  try {
    return createClient(flags, needs)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(error.message, error.fix, codeOfWrongCall(command))
  }
}

function contextOf(client: Client, json: boolean, needs: ProgramNeeds) {
  const { terminal } = needs
  let hasPrinted = false
  function print(answer: unknown) {
    hasPrinted = true
    printJson(terminal, answer)
  }

  const context: CommandContext = {
    ...needs,
    terminal: json ? { ...terminal, out() {}, bytes: async () => {} } : terminal,
    client,
    json,
    tell(answer, lines, beside = () => []) {
      if (json) return print(answer)
      printLines(terminal, lines())
      logLines(terminal, beside())
    },
    tellEach(rows, lineOf, none = []) {
      if (json) rows.forEach(print)
      else printLines(terminal, rows.map(lineOf))
      if (rows.length === 0 && !json) logLines(terminal, none)
    },
    async tellLines(lines) {
      let count = 0
      for await (const line of lines) {
        count += 1
        const printed = printableJson(line)
        // Waiting for a slow reader keeps the whole answer out of the memory.
        if (terminal.bytes) await terminal.bytes(Buffer.from(`${printed}\n`))
        else terminal.out(printed)
      }
      hasPrinted = count > 0
      return count
    },
  }
  return {
    context,
    /** With --json a refusal is the document, unless the command printed before. */
    refused({ answer }: Refusal) {
      if (json && !hasPrinted) print(answer)
    },
  }
}

/** The width of a terminal without a known width, as in commander. */
const usualWidth = 80

/** Adds a paragraph at the end of a command's help, wrapped like the help itself. */
export const endsHelp = (command: Command, text: string): Command =>
  command.addHelpText('after', () => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? usualWidth
    return `\n${inWords(text, width).join('\n')}`
  })
