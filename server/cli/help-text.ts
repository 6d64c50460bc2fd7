import type { Command } from 'commander'
import { inWords } from './width.ts'

/** Where nobody says how wide the terminal is, as commander has it. */
const usualWidth = 80

/** Adds a paragraph behind the help of a command, in lines as wide as those before it. */
export const endsHelp = (command: Command, text: string): Command =>
  command.addHelpText('after', () => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? usualWidth
    return `\n${inWords(text, width).join('\n')}`
  })
