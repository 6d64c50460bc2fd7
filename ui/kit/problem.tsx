/** Draws the problem of a field. */

/** The problem of a field, below the field. */
export const FieldProblem = ({ id, text }: { id?: string; text: string }) => (
  <p id={id} class="bad" role="alert">
    <span aria-hidden="true">✕ </span>
    {text}
  </p>
)
