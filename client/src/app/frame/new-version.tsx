import { X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import { IconButton } from '../../shared/ui/icon-button';
import styles from './new-version.module.css';

const NEW_VERSION = 'newversion';

/** Said once, outside of React; whoever looks later still sees it. */
let isKnown = false;

export function newVersionKnown(): void {
  isKnown = true;
  window.dispatchEvent(new Event(NEW_VERSION));
}

/** Nobody's page is loaded anew under their hands: it says that there is something newer, and waits. */
export function NewVersion() {
  const { say } = useTexts();
  const isNew = useSyncExternalStore(subscribe, () => isKnown);
  const [isPutOff, setPutOff] = useState(false);
  if (!isNew || isPutOff) return null;
  return (
    <div className={styles.bar} role="status">
      <p>{say('version.new')}</p>
      <Button onClick={() => location.reload()}>{say('page.reload')}</Button>
      <IconButton label={say('page.close')} onClick={() => setPutOff(true)}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(NEW_VERSION, onChange);
  return () => window.removeEventListener(NEW_VERSION, onChange);
}
