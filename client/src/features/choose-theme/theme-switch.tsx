import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import { chooseTheme, currentTheme, type Theme } from './theme';

const OTHER: Readonly<Record<Theme, Theme>> = { dark: 'light', light: 'dark' };

/** Shows the theme that a click leads to. */
const SYMBOL: Readonly<Record<Theme, string>> = {
  dark: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z',
  light:
    'M8 4.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM8 1v1.4M8 13.6V15M1 8h1.4M13.6 8H15M3.05 3.05l1 1M11.95 11.95l1 1M3.05 12.95l1-1M11.95 4.05l1-1',
};

export function ThemeSwitch() {
  const { say } = useTexts();
  const [theme, setTheme] = useState(currentTheme);
  const next = OTHER[theme];
  const label = say(`theme.${next}`);
  const choose = () => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <Button aria-label={label} title={label} onClick={choose}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={SYMBOL[next]} />
      </svg>
    </Button>
  );
}
