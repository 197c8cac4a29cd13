import { Copy, Headset } from 'lucide-react';
import { useState } from 'react';
import { useDeskConfig } from '../../entities/config/config-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { useIdle } from '../../shared/lib/hooks/when-idle';
import { Dialog } from '../../shared/ui/dialogs/dialog';
import { IconButton } from '../../shared/ui/controls/icon-button';
import { useCopy } from '../../shared/ui/figures/use-copy';
import styles from './customer-service.module.css';

export function CustomerService() {
  const { say } = useTexts();
  const [isOpen, setOpen] = useState(false);
  // After what the page itself asks for: whether there is any way decides whether one is offered.
  const { online_service: link, custom_line: line, custom_whatsapp: whatsapp } = useDeskConfig({ skip: !useIdle() });
  if (!link && !line && !whatsapp) return null;
  return (
    <>
      <IconButton label={say('service.title')} onClick={() => setOpen(true)}>
        <Headset size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Dialog title={say('service.title')} onClose={() => setOpen(false)}>
          <p className={styles.lead}>{say('service.lead')}</p>
          {link && (
            <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
              {say('service.online')}
            </a>
          )}
          {line && <Copied name={say('service.line')} id={line} />}
          {whatsapp && <Copied name={say('service.whatsapp')} id={whatsapp} />}
        </Dialog>
      )}
    </>
  );
}

/** A click copies the id and says so. */
function Copied({ name, id }: { name: string; id: string }) {
  const { say } = useTexts();
  const copy = useCopy();
  return (
    <div className={styles.contact}>
      <span className={styles.name}>{name}</span>
      <button
        type="button"
        className={styles.id}
        aria-label={say('service.copy', { name, id })}
        onClick={() => void copy(id)}
      >
        <span>{id}</span>
        <Copy size={15} aria-hidden="true" />
      </button>
    </div>
  );
}
