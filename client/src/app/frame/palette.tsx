import { Search } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { useDispatch } from 'react-redux';
import { useTexts } from '../../shared/i18n/use-texts';
import { useHotkeys } from '../../shared/lib/hooks/hotkeys';
import { askForVersion } from '../../shared/lib/version';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { IconButton } from '../../shared/ui/controls/icon-button';
import type { PaletteEntry } from '../../shared/ui/places';
import { useSite } from '../site-context';

type Loaded = ComponentType<{ entries: readonly PaletteEntry[]; onClose: () => void }>;

/** On every screen, by its button or by Ctrl or Command with K. Loaded when it is first asked for. */
export function Palette() {
  const { say } = useTexts();
  const { palette } = useSite();
  const dispatch = useDispatch();
  const [Shown, setShown] = useState<Loaded | null>(null);
  const open = async () => {
    try {
      const { CommandPalette } = await import('../../features/command-palette/command-palette');
      setShown(() => CommandPalette);
    } catch {
      dispatch(toastShown({ kind: 'error', key: 'page.not_loaded' }));
      void askForVersion();
    }
  };
  useHotkeys({ 'mod+k': () => void open() });
  return (
    <>
      <IconButton label={say('palette.title')} aria-keyshortcuts="Control+K Meta+K" onClick={() => void open()}>
        <Search size={18} aria-hidden="true" />
      </IconButton>
      {Shown && <Shown entries={palette} onClose={() => setShown(null)} />}
    </>
  );
}
