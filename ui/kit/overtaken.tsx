/** That what one is changing has been changed elsewhere meanwhile: in another window, or by a command. */
export const Overtaken = ({ isOvertaken }: { isOvertaken: boolean }) => (
  <span role="status" class="wait">
    {isOvertaken && (
      <>
        <span aria-hidden="true">! </span>Changed elsewhere while you typed: saving overwrites that, Start
        over shows it.
      </>
    )}
  </span>
)
