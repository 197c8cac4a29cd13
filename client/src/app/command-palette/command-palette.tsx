import { Command } from 'cmdk';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { LANGUAGES } from '../../../../shared/wire/languages';
import { tradePathOf } from '../../kit/entities/instrument/trade-path';
import { useMarkets } from '../../kit/entities/market/market-api';
import { selectIsLogin, selectUser } from '../../kit/entities/session/session-slice';
import { chooseLanguage } from '../../kit/i18n/i18n';
import { LANGUAGE_NAMES } from '../../kit/i18n/languages';
import { useTexts } from '../../kit/i18n/use-texts';
import { focusFirst } from '../../kit/lib/hooks/focus-first';
import { KEY_ACTIONS, actionsOnScreen, useOwnKeys } from '../../kit/lib/hooks/own-keys';
import { Dialog } from '../../kit/ui/dialogs/dialog';
import type { PaletteEntry } from '../../kit/ui/places';
import { chooseTheme, useTheme } from '../../kit/ui/theme';
import styles from './command-palette.module.css';

const USER_TYPE_USER = 3;
/** Entry shown to staff only. */
const DESK: PaletteEntry = { path: '/admin', text: 'menu.desk', isFor: 'users' };

interface CommandPaletteProps {
  /** Every screen of the site. */
  entries: readonly PaletteEntry[];
  onClose: () => void;
}

/** Searches markets, screens and settings by name. */
export function CommandPalette({ entries, onClose }: CommandPaletteProps) {
  const { t } = useTexts();
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
    <Dialog title={t('palette.title')} onClose={onClose}>
      <Command className={styles.palette} label={t('palette.title')} loop>
        <Command.Input ref={focusFirst} placeholder={t('palette.search')} />
        <Command.List className={styles.list} label={t('palette.title')}>
          <Command.Empty>{t('palette.none')}</Command.Empty>
          <Command.Group heading={t('markets.title')}>
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
            <Command.Group heading={t('keys.title')}>
              {KEY_ACTIONS.map((action) => (
                <Command.Item
                  key={action}
                  value={`key-${action}`}
                  keywords={[t(`keys.${action}`)]}
                  // Runs after the closing dialog has restored the focus.
                  onSelect={run(() => void setTimeout(actions[action]))}
                >
                  {t(`keys.${action}`)}
                  {keys[action] !== null && <kbd>{keys[action].toUpperCase()}</kbd>}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading={t('palette.pages')}>
            {pages.map(({ path, text }) => (
              <Command.Item key={path} value={path} keywords={[t(text)]} onSelect={run(() => void navigate(path))}>
                {t(text)}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading={t('palette.settings')}>
            <Command.Item value="theme" keywords={[t(`theme.${next}`)]} onSelect={run(() => chooseTheme(next))}>
              {t(`theme.${next}`)}
            </Command.Item>
            {LANGUAGES.map((language) => (
              <Command.Item
                key={language}
                value={`language-${language}`}
                keywords={[t('language.label'), LANGUAGE_NAMES[language]]}
                onSelect={run(() => void chooseLanguage(language))}
              >
                {t('language.label')}: {LANGUAGE_NAMES[language]}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}
