import { Search } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { useDispatch } from 'react-redux';
import { useTexts } from '../../kit/i18n/use-texts';
import { useHotkeys } from '../../kit/lib/hooks/hotkeys';
import { checkVersion } from '../../kit/lib/version';
import { toastShown } from '../../kit/toasts/toasts-slice';
import { IconButton } from '../../kit/ui/controls/icon-button';
import type { PaletteEntry } from '../../kit/ui/places';
import { useSite } from '../site-context';

type Loaded = ComponentType<{ entries: readonly PaletteEntry[]; onClose: () => void }>;

/** Opens by button or Ctrl/Command+K on every screen. Loaded on first use. */
export function Palette() {
  const { t } = useTexts();
  const { palette } = useSite();
  const dispatch = useDispatch();
  const [Shown, setShown] = useState<Loaded | null>(null);
  const open = async () => {
    try {
      const { CommandPalette } = await import('../command-palette/command-palette');
      setShown(() => CommandPalette);
    } catch {
      dispatch(toastShown({ kind: 'error', key: 'page.not_loaded' }));
      void checkVersion();
    }
  };
  useHotkeys({ 'mod+k': () => void open() });
  return (
    <>
      <IconButton label={t('palette.title')} aria-keyshortcuts="Control+K Meta+K" onClick={() => void open()}>
        <Search size={18} aria-hidden="true" />
      </IconButton>
      {Shown && <Shown entries={palette} onClose={() => setShown(null)} />}
    </>
  );
}
