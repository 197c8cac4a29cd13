/* global document, localStorage, matchMedia */
// The chosen theme before the first paint, else the system's. The key is the one of src/features/choose-theme/theme.ts.
{
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; the system's theme it is.
  }
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  }
  document.documentElement.dataset.theme = theme;
}
