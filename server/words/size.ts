/** A size for people: `1 byte`, `512 bytes`, `1.5 KiB`, `2.0 MiB`. */
export function bytes(size: number): string {
  if (size === 1) return '1 byte'
  if (size < 1024) return `${size} bytes`
  return size < 1024 ** 2 ? `${(size / 1024).toFixed(1)} KiB` : `${(size / 1024 ** 2).toFixed(1)} MiB`
}
