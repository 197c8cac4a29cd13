import { Download } from 'lucide-react';
import { deviceOf, devicesFrom, type Device } from '../../../kit/install-app/device';
import { install, useInstallState, type InstallState } from '../../../kit/install-app/install-offer';
import { useTexts } from '../../../kit/i18n/use-texts';
import { QrCode } from '../../../kit/ui/figures/qr-code';
import styles from './down-page.module.css';
import reading from './reading.module.css';
import { TextPage } from './text-page';

const STEPS = ['1', '2', '3'] as const;

/** How to install the page as an app on this device and on others. */
export function DownPage() {
  return (
    <TextPage slug="down">
      <Offer />
      <Guides ownDevice={deviceOf(navigator.userAgent, navigator.maxTouchPoints)} />
    </TextPage>
  );
}

function Offer() {
  const { t } = useTexts();
  const state = useInstallState();
  const address = `${location.origin}${location.pathname}`;
  return (
    <section className={styles.offer}>
      <div className={styles.words}>
        <h2>{t('install.title')}</h2>
        <p role="status">{t(LEADS[state])}</p>
        {state === 'offered' && (
          <button type="button" className={reading.action} onClick={() => void install()}>
            <Download size={16} aria-hidden="true" />
            {t('install.install')}
          </button>
        )}
      </div>
      <figure className={styles.code}>
        <QrCode text={address} label={t('install.code', { address })} />
        <figcaption>{t('install.scan')}</figcaption>
      </figure>
    </section>
  );
}

const LEADS = {
  offered: 'install.lead_offered',
  manual: 'install.lead_manual',
  installed: 'install.lead_installed',
} as const satisfies Record<InstallState, string>;

function Guides({ ownDevice }: { ownDevice: Device }) {
  const { t } = useTexts();
  return (
    <div className={styles.guides}>
      {devicesFrom(ownDevice).map((device) => (
        <section key={device} className={styles.guide} data-own={device === ownDevice}>
          <h2>
            {t(`install.device.${device}`)}
            {device === ownDevice && <span className={reading.tag}>{t('install.own')}</span>}
          </h2>
          <ol>
            {STEPS.map((step) => (
              <li key={step}>{t(`install.step.${device}_${step}`)}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
