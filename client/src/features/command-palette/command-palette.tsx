import { Command } from 'cmdk';
import { useNavigate } from 'react-router';
import { LANGUAGES } from '../../../../shared/wire/languages';
import { useMarkets } from '../../entities/market/market-api';
import { chooseLanguage, type TextKey } from '../../shared/i18n/i18n';
import { LANGUAGE_NAMES } from '../../shared/i18n/languages';
import { useTexts } from '../../shared/i18n/use-texts';
import { focusFirst } from '../../shared/lib/focus-first';
import { Dialog } from '../../shared/ui/dialog';
import { chooseTheme, useTheme } from '../../shared/ui/theme';
import styles from './command-palette.module.css';

const PAGES: readonly { path: string; text: TextKey }[] = [
  { path: '/', text: 'page.home' },
  { path: '/quotation', text: 'menu.quotes' },
  { path: '/accountSet/myassets', text: 'menu.assets' },
  { path: '/accountSet/commin?active=1', text: 'menu.orders_current' },
  { path: '/accountSet/commin?active=2', text: 'menu.orders_history' },
  { path: '/rateStandard', text: 'footer.rates' },
  { path: '/helpCenter', text: 'footer.help' },
];

interface CommandPaletteProps {
  onMarket: (market: string) => void;
  onClose: () => void;
}

/** Everything the screen can do, by name. */
export function CommandPalette({ onMarket, onClose }: CommandPaletteProps) {
  const { say } = useTexts();
  const navigate = useNavigate();
  const markets = useMarkets();
  const next = useTheme() === 'dark' ? 'light' : 'dark';
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Dialog title={say('palette.title')} onClose={onClose}>
      <Command className={styles.palette} label={say('palette.title')} loop>
        <Command.Input ref={focusFirst} placeholder={say('palette.search')} />
        <Command.List className={styles.list} label={say('palette.title')}>
          <Command.Empty>{say('palette.none')}</Command.Empty>
          <Command.Group heading={say('markets.title')}>
            {markets.map(({ name, base, quote }) => (
              <Command.Item key={name} value={name} keywords={[`${base}${quote}`]} onSelect={run(() => onMarket(name))}>
                {base}/{quote}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading={say('palette.pages')}>
            {PAGES.map(({ path, text }) => (
              <Command.Item key={path} value={path} keywords={[say(text)]} onSelect={run(() => void navigate(path))}>
                {say(text)}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading={say('palette.settings')}>
            <Command.Item value="theme" keywords={[say(`theme.${next}`)]} onSelect={run(() => chooseTheme(next))}>
              {say(`theme.${next}`)}
            </Command.Item>
            {LANGUAGES.map((language) => (
              <Command.Item
                key={language}
                value={`language-${language}`}
                keywords={[say('language.label'), LANGUAGE_NAMES[language]]}
                onSelect={run(() => void chooseLanguage(language))}
              >
                {say('language.label')}: {LANGUAGE_NAMES[language]}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}
