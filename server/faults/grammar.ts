/** Parses the text of a fault. */
import { fail } from '../failures.ts'
import { didYouMean, suggest } from '../words/nearest.ts'
import { conflictIn } from './conflicts.ts'
import type { Fault, FaultPart } from './fault.ts'
import { type FaultName, faultNames, faults } from './table.ts'

/** Why a text is not a fault, and how to correct it. */
interface Refusal {
  problem: string
  fix: string
}

const longest = 500
const grammar = 'Write name(args) | name(args) …, such as duplicate(2) | delay(500ms).'
const headOf = (name: FaultName) => name.replace(/\(.*/, '')
const heads = [...new Set(faultNames.map(headOf))]

/** Parses `name(args) | name(args) … | sticky`, or says why the text is invalid. */
export function readFault(text: string): Fault | Refusal {
  if (text.length > longest)
    return { problem: `The fault has ${text.length} characters. The limit is ${longest}.`, fix: grammar }
  // `drop sticky` is shorthand for `drop | sticky`.
  const written = text.trim().replace(/([^\s|])\s+sticky$/, '$1 | sticky')
  const pieces = written.split('|').map((piece) => piece.trim())
  const sticky = pieces.length > 1 && pieces.at(-1) === 'sticky'
  const parts: FaultPart[] = []
  for (const piece of sticky ? pieces.slice(0, -1) : pieces) {
    const part = readPart(piece)
    if ('problem' in part) return part
    parts.push(part)
  }
  const conflict = conflictIn(parts, sticky)
  if (conflict) return { problem: `${conflict}.`, fix: 'Remove one of them.' }
  return {
    parts,
    sticky,
    text: [...parts.map((part) => part.text), ...(sticky ? ['sticky'] : [])].join(' | '),
  }
}

/** Like {@link readFault}, but an invalid text fails with `fault_invalid`. */
export function parseFault(text: string): Fault {
  const read = readFault(text)
  return 'problem' in read ? fail('fault_invalid', read.problem, read.fix) : read
}

function readPart(piece: string): FaultPart | Refusal {
  if (piece === '') return { problem: 'A fault is missing.', fix: grammar }
  if (piece === 'sticky')
    return {
      problem: 'Put sticky at the end, after the faults.',
      fix: 'Write drop | sticky.',
    }
  const [, head, inside] = /^([^\s()]+)\s*(?:\(([^()]*)\))?$/.exec(piece) ?? []
  if (head === undefined) return { problem: `"${shown(piece)}" is not a fault.`, fix: grammar }
  const whole = inside?.trim() ?? ''
  const given = whole === '' ? [] : whole.split(',').map((one) => one.trim())
  const kin = faultNames.filter((name) => headOf(name) === head)
  if (kin.length === 0)
    return { problem: `Unknown fault ${shown(head)}.`, fix: suggest(begunBy(head), [...heads, 'sticky']) }
  const [first] = kin
  if (first !== undefined && first === head) return withArguments(first, given, whole)
  const named = kin.find((name) => name === `${head}(${given.join(', ')})`)
  if (named) return withArguments(named, [], '')
  const meant = given.length > 0 ? didYouMean(`${head}(${given.join(', ')})`, kin) : ''
  return {
    problem: `Unknown fault ${shown(piece)}: ${head} takes one of ${kin.length} words.`,
    fix: `${meant} Write ${kin.join(', or ')}.`.trim(),
  }
}

function withArguments(name: FaultName, given: readonly string[], whole: string): FaultPart | Refusal {
  const { read, usage, example } = faults[name]
  const found = read(given, whole)
  if (typeof found === 'string')
    return {
      problem: `${name} ${found}.`,
      fix: usage === example ? `Write ${usage}.` : `Write ${usage}, for example ${example}.`,
    }
  const { args, text } = found
  // Name and arguments belong to the same row of the table, which the compiler cannot verify.
  return { name, args, text: text === '' ? name : `${name}(${text})` } as FaultPart
}

/** The only name with this prefix, such as duplicate for dup. Otherwise the text itself. */
function begunBy(head: string): string {
  const [only, ...others] = head.length < 3 ? [] : heads.filter((name) => name.startsWith(head.toLowerCase()))
  return only !== undefined && others.length === 0 ? only : shown(head)
}

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
