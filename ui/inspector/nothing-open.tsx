/** What stands beside the list while nothing is open: what a click shows, and the keys. */
export const NothingOpen = () => (
  <div class="empty">
    <p class="quiet">Select a row to see what was sent, what came back and why.</p>
    <p class="quiet keys">
      <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> open · <kbd>Esc</kbd> close · <kbd>/</kbd> search ·{' '}
      <kbd>r</kbd> send again · <kbd>e</kbd> edit · <kbd>x</kbd> fault · <kbd>Ctrl K</kbd> anything ·{' '}
      <kbd>?</kbd> all keys
    </p>
  </div>
)
