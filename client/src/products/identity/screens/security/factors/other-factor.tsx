import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectUser } from '../../../../../entities/session/session-slice';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import styles from '../parts/security.module.css';

const PLACES = { authenticator: '/accountSet/bindGoogle', passkey: '/accountSet/passkeys' } as const;

export function useMustBind(): boolean {
  return useSelector(selectUser)?.mustBindFactor ?? false;
}

/** Staff without a factor get nowhere but to these two screens: each leads to the other. */
export function OtherFactor({ factor }: { factor: keyof typeof PLACES }) {
  const { say } = useTexts();
  if (!useMustBind()) return null;
  return (
    <p className={styles.body}>
      <Link className={styles.link} to={PLACES[factor]}>
        {say(`staff_factor.${factor}`)}
      </Link>
    </p>
  );
}
