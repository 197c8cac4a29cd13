import { Moon, Sun } from 'lucide-react';
import { useTexts } from '../../shared/i18n/use-texts';
import { IconButton } from '../../shared/ui/controls/icon-button';
import { chooseTheme, useTheme } from '../../shared/ui/theme';

/** Shows the theme that a click leads to. */
export function ThemeSwitch() {
  const { say } = useTexts();
  const next = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={say(`theme.${next}`)} onClick={() => chooseTheme(next)}>
      {next === 'dark' ? <Moon size={18} aria-hidden="true" /> : <Sun size={18} aria-hidden="true" />}
    </IconButton>
  );
}
