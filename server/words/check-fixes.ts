export type Framework = string
export type Problem = string
export type SchemeLimits = object
export const sayFix = (_p: Problem, _f: Framework | null, _l: SchemeLimits): string => ''
export const sayWhy = (_p: Problem): string => ''
