/* global document, localStorage, matchMedia */
// The chosen theme before the first paint, else the system's; and which colour rises, as the user chose it, else visitors.
// The keys are those of src/kit/ui/theme.ts.
{
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden.
      return null;
    }
  };
  const theme = kept('theme');
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme === 'dark' || theme === 'light' ? theme : system;
  const user = kept('ticket') === null ? null : kept('ticket.user');
  const rising = (user === null ? null : kept(`rising@${user}`)) ?? kept('rising');
  document.documentElement.dataset.rising = rising === 'red' ? 'red' : 'green';
}
