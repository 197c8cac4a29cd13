import { Search } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { useHotkeys } from '../../shared/lib/hotkeys';
import { IconButton } from '../../shared/ui/icon-button';
import { useSite } from '../site-context';

const CommandPalette = lazy(async () => ({
  default: (await import('../../features/command-palette/command-palette')).CommandPalette,
}));

/** On every screen, by its button or by Ctrl or Command with K. */
export function Palette() {
  const { say } = useTexts();
  const { palette } = useSite();
  const [isOpen, setOpen] = useState(false);
  useHotkeys({ 'mod+k': () => setOpen(true) });
  return (
    <>
      <IconButton label={say('palette.title')} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        <Search size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <CommandPalette entries={palette} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
