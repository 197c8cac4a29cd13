import { Image } from 'lucide-react';
import { useState } from 'react';
import { invitationLink } from '../../../kit/entities/referral/invitation-link';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import { CopyButton } from '../../../kit/ui/figures/copy-button';
import { QrCode } from '../../../kit/ui/figures/qr-code';
import { PosterDialog } from './poster-dialog';
import styles from './share-page.module.css';

/** The user's code, link and QR code for friends. */
export function Invitation({ code }: { code: string }) {
  const { t } = useTexts();
  const [isDrawing, setDrawing] = useState(false);
  const link = invitationLink(code);
  const rows = [
    [t('share.code'), code],
    [t('share.link'), link],
  ] as const;
  return (
    <section className={styles.invitation} aria-label={t('share.own')}>
      <div className={styles.scan}>
        <QrCode text={link} label={t('share.poster.scan')} />
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
          <span className={styles.buttonText}>{t('share.poster.make')}</span>
        </Button>
      </div>
      {isDrawing && <PosterDialog code={code} link={link} onClose={() => setDrawing(false)} />}
    </section>
  );
}
