import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Eye, EyeOff } from 'lucide-react';
import { Link } from 'react-router';
import type { Valuation } from '../../api/valuation';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { IconButton } from '../../../../kit/ui/controls/icon-button';
import styles from './assets-page.module.css';
import { Concealed } from './concealed';

interface TotalProps {
  valuation: Valuation | null;
  /** Without 24-hour prices there is no daily change. */
  isDayKnown: boolean;
  isHidden: boolean;
  onHide: (isHidden: boolean) => void;
}

const WAYS = [
  { path: '/accountSet/recharge', text: 'wallet.menu.recharge', icon: ArrowDownToLine },
  { path: '/accountSet/withdrawal', text: 'wallet.menu.withdrawal', icon: ArrowUpFromLine },
  { path: '/accountSet/transfer', text: 'wallet.menu.transfer', icon: ArrowLeftRight },
] as const;

/** Value of all accounts, with the actions. */
export function Total({ valuation, isDayKnown, isHidden, onHide }: TotalProps) {
  const { t, numbers } = useTexts();
  const { usdt, btc } = valuation ?? { usdt: null, btc: null };
  return (
    <section className={styles.total} aria-labelledby="assets-title">
      <header className={styles.head}>
        <h1 id="assets-title">{t('menu.assets')}</h1>
        <IconButton
          label={t(isHidden ? 'assets.show' : 'assets.hide')}
          aria-pressed={isHidden}
          onClick={() => onHide(!isHidden)}
        >
          {isHidden ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        </IconButton>
      </header>
      <p className={styles.label}>{t('assets.total')}</p>
      <p className={styles.figure}>
        <b>
          <Concealed isHidden={isHidden}>{usdt === null ? '—' : numbers.fixed(usdt, 2)}</Concealed>
        </b>
        <span>USDT</span>
      </p>
      <p className={styles.label}>
        ≈ <Concealed isHidden={isHidden}>{btc === null ? '—' : numbers.fixed(btc, 8)}</Concealed> BTC
      </p>
      <p className={styles.change} title={t('assets.change_text')}>
        <span className={styles.label}>{t('assets.change')}</span>
        {valuation && isDayKnown ? <Change of={valuation} isHidden={isHidden} /> : <span>–</span>}
      </p>
      <p className={styles.ways}>
        {WAYS.map(({ path, text, icon: Icon }, place) => (
          <Link key={path} to={path} data-first={place === 0}>
            <Icon size={16} aria-hidden="true" />
            {t(text)}
          </Link>
        ))}
      </p>
    </section>
  );
}

function Change({ of: { change, changeRatio }, isHidden }: { of: Valuation; isHidden: boolean }) {
  const { numbers } = useTexts();
  const direction = signOf(change);
  const plus = direction === 'up' ? '+' : '';
  return (
    <span data-direction={direction}>
      <Concealed isHidden={isHidden}>{`${plus}${numbers.fixed(change, 2)} USDT`}</Concealed>{' '}
      {numbers.percent(changeRatio)}
    </span>
  );
}
