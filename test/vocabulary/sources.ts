import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface SourceFile {
  /** From the root of the project: `server/app.ts`. */
  path: string
  text: string
}

/** The source files below a folder of the project. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

export interface Import {
  from: string
  /** A file of the project, or the name of a package. */
  to: string
  typeOnly: boolean
  /** Loaded once it is asked for, rather than before the file runs. */
  lazy: boolean
}

const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g

/** What a file imports, type-only imports included. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const resolved = (specifier: string) =>
    specifier.startsWith('.') ? normalize(join(dirname(path), specifier)).replace(/\?\w+$/, '') : specifier
  return [
    ...[...text.matchAll(statement)].map(([, type, specifier = '']) => ({
      from: path,
      to: resolved(specifier),
      typeOnly: type !== undefined,
      lazy: false,
    })),
    ...[...text.matchAll(dynamic)].map(([, specifier = '']) => ({
      from: path,
      to: resolved(specifier),
      typeOnly: false,
      lazy: true,
    })),
  ]
}
