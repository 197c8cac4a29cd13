import {
  BadgeCheck,
  Fingerprint,
  KeyRound,
  LockKeyhole,
  Mail,
  ShieldCheck,
  Smartphone,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import type { TextKey } from '../../../../kit/i18n/i18n';
import { useTexts } from '../../../../kit/i18n/use-texts';
import styles from './parts/security.module.css';

type BindingName = 'email' | 'phone' | 'authenticator' | 'passkeys' | 'password' | 'fund_password' | 'verification';

interface Standing {
  isOn: boolean;
  /** Replaces the general status text: the masked address, or a count. */
  text?: string;
}

interface Binding {
  name: BindingName;
  path: string;
  title: TextKey;
  icon: LucideIcon;
  statusOf: (overview: SecurityOverview) => Standing;
}

/** All bindings and protections of an account, with the pages to change them. */
const BINDINGS: readonly Binding[] = [
  {
    name: 'email',
    path: 'bindEmail',
    title: 'security.menu.email',
    icon: Mail,
    statusOf: ({ email }) => ({ isOn: email !== null, text: email ?? undefined }),
  },
  {
    name: 'phone',
    path: 'bindPhone',
    title: 'security.menu.phone',
    icon: Smartphone,
    statusOf: ({ phone }) => ({ isOn: phone !== null, text: phone ?? undefined }),
  },
  {
    name: 'authenticator',
    path: 'bindGoogle',
    title: 'security.menu.authenticator',
    icon: ShieldCheck,
    statusOf: ({ authenticator, authenticators }) => ({
      isOn: authenticator,
      text: authenticators > 1 ? String(authenticators) : undefined,
    }),
  },
  {
    name: 'passkeys',
    path: 'passkeys',
    title: 'security.menu.passkeys',
    icon: Fingerprint,
    statusOf: ({ passkeys }) => ({ isOn: passkeys > 0, text: passkeys > 0 ? String(passkeys) : undefined }),
  },
  {
    name: 'password',
    path: 'loginPassword',
    title: 'security.menu.password',
    icon: KeyRound,
    statusOf: () => ({ isOn: true }),
  },
  {
    name: 'fund_password',
    path: 'fundPassword',
    title: 'security.menu.fund_password',
    icon: LockKeyhole,
    statusOf: ({ fundPassword }) => ({ isOn: fundPassword }),
  },
  {
    name: 'verification',
    path: 'realName',
    title: 'security.menu.verification',
    icon: BadgeCheck,
    statusOf: ({ verified }) => ({ isOn: verified }),
  },
];

/** Each binding with its state and a link to change it. */
export function Bindings({ overview }: { overview: SecurityOverview }) {
  return (
    <ul className={styles.rows}>
      {BINDINGS.map((binding) => (
        <BindingRow key={binding.name} binding={binding} status={binding.statusOf(overview)} />
      ))}
    </ul>
  );
}

function BindingRow({ binding: { name, path, title, icon: Icon }, status }: { binding: Binding; status: Standing }) {
  const { t } = useTexts();
  const { isOn, text = t(isOn ? 'security.on' : 'security.off') } = status;
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className={styles.about}>
        <b>{t(title)}</b>
        <p>{t(`security.about.${name}`)}</p>
      </div>
      <span className={styles.state} data-kind={isOn ? 'good' : undefined}>
        {text}
      </span>
      <Link className={styles.action} to={`/accountSet/${path}`} aria-label={`${t(verbOf(name, isOn))}: ${t(title)}`}>
        {t(verbOf(name, isOn))}
      </Link>
    </li>
  );
}

/** Label of the link beside a binding. */
export function verbOf(name: BindingName, isOn: boolean): TextKey {
  if (!isOn) return name === 'verification' ? 'security.verb.verify' : 'security.verb.set';
  return name === 'verification' ? 'security.verb.view' : 'security.verb.change';
}
