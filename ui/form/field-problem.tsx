/** What was refused of a field, below it. */
export const FieldProblem = ({ id, text }: { id?: string; text: string }) => (
  <p id={id} class="bad" role="alert">
    <span aria-hidden="true">✕ </span>
    {text}
  </p>
)
