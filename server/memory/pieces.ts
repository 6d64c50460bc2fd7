/** Gathers bytes from pieces. Joins this many at once, since a piece of one byte takes a hundred times its size. */
const mostLoose = 1024

const nothing = Buffer.alloc(0)

/** Gathers bytes that come in pieces, using little more memory than their size. */
export function createPieces() {
  let together: Uint8Array[] = []
  let loose: Uint8Array[] = []
  return {
    add(piece: Uint8Array) {
      if (loose.push(piece) < mostLoose) return
      together.push(Buffer.concat(loose))
      loose = []
    },
    forget() {
      together = []
      loose = []
    },
    whole(): Buffer {
      const [only = nothing] = loose
      const isOne = together.length === 0 && loose.length <= 1
      return isOne && Buffer.isBuffer(only) ? only : Buffer.concat([...together, ...loose])
    },
  }
}
