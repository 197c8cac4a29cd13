import { Command } from 'cmdk';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { LANGUAGES } from '../../../../shared/wire/languages';
import { tradePathOf } from '../../entities/instrument/trade-path';
import { useMarkets } from '../../entities/market/market-api';
import { selectIsLogin, selectUser } from '../../entities/session/session-slice';
import { chooseLanguage } from '../../shared/i18n/i18n';
import { LANGUAGE_NAMES } from '../../shared/i18n/languages';
import { useTexts } from '../../shared/i18n/use-texts';
import { focusFirst } from '../../shared/lib/hooks/focus-first';
import { KEY_ACTIONS, actionsOnScreen, useOwnKeys } from '../../shared/lib/hooks/own-keys';
import { Dialog } from '../../shared/ui/dialogs/dialog';
import type { PaletteEntry } from '../../shared/ui/places';
import { chooseTheme, useTheme } from '../../shared/ui/theme';
import styles from './command-palette.module.css';

/** An ordinary user. */
const USER_TYPE_USER = 3;
/** What only staff are told of. */
const DESK: PaletteEntry = { path: '/admin', text: 'menu.desk', isFor: 'users' };

interface CommandPaletteProps {
  /** Every screen of the site. */
  entries: readonly PaletteEntry[];
  onClose: () => void;
}

/** Every market, every screen and the settings, by name. */
export function CommandPalette({ entries, onClose }: CommandPaletteProps) {
  const { say } = useTexts();
  const navigate = useNavigate();
  const markets = useMarkets();
  const isLogin = useSelector(selectIsLogin);
  const user = useSelector(selectUser);
  const pages = [...entries.filter(({ isFor }) => isFor === 'everybody' || isFor === (isLogin ? 'users' : 'visitors'))];
  if (user && user.userType !== USER_TYPE_USER) pages.push(DESK);
  const { keys } = useOwnKeys();
  const actions = actionsOnScreen();
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
            {markets.map(({ name, product, label, base, quote }) => (
              <Command.Item
                key={name}
                value={name}
                keywords={[`${base}${quote}`]}
                onSelect={run(() => void navigate(tradePathOf({ name, product })))}
              >
                {label}
              </Command.Item>
            ))}
          </Command.Group>
          {actions && (
            <Command.Group heading={say('keys.title')}>
              {KEY_ACTIONS.map((action) => (
                <Command.Item
                  key={action}
                  value={`key-${action}`}
                  keywords={[say(`keys.${action}`)]}
                  // A dialog that closes gives the focus back first.
                  onSelect={run(() => void setTimeout(actions[action]))}
                >
                  {say(`keys.${action}`)}
                  {keys[action] !== null && <kbd>{keys[action].toUpperCase()}</kbd>}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading={say('palette.pages')}>
            {pages.map(({ path, text }) => (
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
