/** Where a command writes: results on `out`, everything else on `log`. */
export interface Terminal {
  out(line: string): void
  log(line: string): void
}
