import { Image } from 'lucide-react';
import { useState } from 'react';
import { invitationLink } from '../../../entities/referral/invitation-link';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { CopyButton } from '../../../shared/ui/figures/copy-button';
import { QrCode } from '../../../shared/ui/figures/qr-code';
import { PosterDialog } from './poster-dialog';
import styles from './share-page.module.css';

/** What friends need to register: the code, the link, and both to scan. */
export function Invitation({ code }: { code: string }) {
  const { say } = useTexts();
  const [isDrawing, setDrawing] = useState(false);
  const link = invitationLink(code);
  const rows = [
    [say('share.code'), code],
    [say('share.link'), link],
  ] as const;
  return (
    <section className={styles.invitation} aria-label={say('share.own')}>
      <div className={styles.scan}>
        <QrCode text={link} label={say('share.poster.scan')} />
      </div>
      <div className={styles.words}>
        <dl>
          {rows.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span>{text}</span>
                <CopyButton text={text} label={name} />
              </dd>
            </div>
          ))}
        </dl>
        <Button onClick={() => setDrawing(true)}>
          <Image size={15} aria-hidden="true" />
          <span className={styles.buttonText}>{say('share.poster.make')}</span>
        </Button>
      </div>
      {isDrawing && <PosterDialog code={code} link={link} onClose={() => setDrawing(false)} />}
    </section>
  );
}
