import type { CatalogueLanguage, Code } from '../wire.ts'
import { jsonLine } from '../words/printable.ts'
import { createClient, type TargetFlags, withQuery } from './client.ts'
import type { Shell } from './terminal.ts'

export interface CodeFlags extends TargetFlags {
  scheme?: string
  endpoint?: string
  subscription?: string
  capture?: string
  json?: true
}

/** Prints a receiver that verifies, to be redirected into a file; how it is run goes to stderr. Without a language, lists them. */
export async function code(language: string | undefined, flags: CodeFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  if (language === undefined) {
    const path = '/sandbox/catalogue/languages'
    const { languages } = await client.get<{ languages: CatalogueLanguage[] }>(path, 'languages')
    const width = Math.max(...languages.map((one) => one.language.length))
    for (const one of languages)
      terminal.out(flags.json ? jsonLine(one) : `${one.language.padEnd(width)}  ${one.runtime}`)
    return
  }
  const { scheme, endpoint, subscription, capture } = flags
  const asked = withQuery('/sandbox/code', {
    language,
    ...(scheme !== undefined && { scheme }),
    ...(endpoint !== undefined && { endpoint }),
    ...(subscription !== undefined && { subscription_id: subscription }),
    ...(capture !== undefined && { capture_id: capture }),
  })
  const answer = await client.get<{ code: Code }>(asked, 'code')
  if (flags.json) return terminal.out(jsonLine(answer))
  const { file, text, install, run, note } = answer.code
  terminal.out(text.trimEnd())
  terminal.log(`keep it as   ${file}`)
  if (install !== null) terminal.log(`install with ${install}`)
  terminal.log(`run with     ${run}`)
  terminal.log(note)
}
