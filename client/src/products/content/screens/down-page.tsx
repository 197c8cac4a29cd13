import { Download } from 'lucide-react';
import { deviceOf, devicesFrom, type Device } from '../../../features/install-app/device';
import { install, useInstallState, type InstallState } from '../../../features/install-app/install-offer';
import { useTexts } from '../../../shared/i18n/use-texts';
import { QrCode } from '../../../shared/ui/figures/qr-code';
import styles from './down-page.module.css';
import reading from './reading.module.css';
import { TextPage } from './text-page';

const STEPS = ['1', '2', '3'] as const;

/** How the page becomes an app on this device and on the others. */
export function DownPage() {
  return (
    <TextPage slug="down">
      <Offer />
      <Guides own={deviceOf(navigator.userAgent, navigator.maxTouchPoints)} />
    </TextPage>
  );
}

function Offer() {
  const { say } = useTexts();
  const state = useInstallState();
  const address = `${location.origin}${location.pathname}`;
  return (
    <section className={styles.offer}>
      <div className={styles.words}>
        <h2>{say('install.title')}</h2>
        <p role="status">{say(LEADS[state])}</p>
        {state === 'offered' && (
          <button type="button" className={reading.action} onClick={() => void install()}>
            <Download size={16} aria-hidden="true" />
            {say('install.install')}
          </button>
        )}
      </div>
      <figure className={styles.code}>
        <QrCode text={address} label={say('install.code', { address })} />
        <figcaption>{say('install.scan')}</figcaption>
      </figure>
    </section>
  );
}

const LEADS = {
  offered: 'install.lead_offered',
  manual: 'install.lead_manual',
  installed: 'install.lead_installed',
} as const satisfies Record<InstallState, string>;

function Guides({ own }: { own: Device }) {
  const { say } = useTexts();
  return (
    <div className={styles.guides}>
      {devicesFrom(own).map((device) => (
        <section key={device} className={styles.guide} data-own={device === own}>
          <h2>
            {say(`install.device.${device}`)}
            {device === own && <span className={reading.tag}>{say('install.own')}</span>}
          </h2>
          <ol>
            {STEPS.map((step) => (
              <li key={step}>{say(`install.step.${device}_${step}`)}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
