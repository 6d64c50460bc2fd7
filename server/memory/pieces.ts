/** So many are put together at once: of a body in chunks of a byte each, a piece takes a hundred times what it holds. */
const mostLoose = 1024

const nothing = Buffer.alloc(0)

/** Gathers bytes that come in pieces, in little more memory than they are. */
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
