import { Moon, Sun } from 'lucide-react';
import { useTexts } from '../../kit/i18n/use-texts';
import { IconButton } from '../../kit/ui/controls/icon-button';
import { chooseTheme, useTheme } from '../../kit/ui/theme';

/** Shows the theme that a click switches to. */
export function ThemeSwitch() {
  const { t } = useTexts();
  const next = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={t(`theme.${next}`)} onClick={() => chooseTheme(next)}>
      {next === 'dark' ? <Moon size={18} aria-hidden="true" /> : <Sun size={18} aria-hidden="true" />}
    </IconButton>
  );
}
