import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectUser } from '../../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import styles from '../parts/security.module.css';

const PLACES = { authenticator: '/accountSet/bindGoogle', passkey: '/accountSet/passkeys' } as const;

export function useMustBind(): boolean {
  return useSelector(selectUser)?.mustBindFactor ?? false;
}

/** Link between the two factor pages, for staff without a factor: they can open no other page. */
export function OtherFactor({ factor }: { factor: keyof typeof PLACES }) {
  const { t } = useTexts();
  if (!useMustBind()) return null;
  return (
    <p className={styles.body}>
      <Link className={styles.link} to={PLACES[factor]}>
        {t(`staff_factor.${factor}`)}
      </Link>
    </p>
  );
}
