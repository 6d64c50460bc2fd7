import type { Command } from 'commander'
import type { LongShell, Tty } from './terminal.ts'

/** What makes commands of the program. */
export interface Making {
  /** One that speaks to a running sandbox, of the program or below another. */
  speaking(name: string, description: string, parent?: Command): Command
  /** One that only holds others. */
  group(name: string, description: string): Command
}

export interface ProgramNeeds extends LongShell {
  /** Where somebody sits, if somebody does. */
  tty?: Tty | undefined
}
