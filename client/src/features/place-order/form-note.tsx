import { Link } from 'react-router';
import { FarWords } from '../../entities/order/ticket/far-words';
import { wordsOf, type Fault } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import type { Draft } from './draft';
import styles from '../../entities/order/ticket/order-form.module.css';
import { spotTicket } from './spot-ticket';
import { useContextNow, type Surroundings } from './use-market-now';

/** `nothing`: there is nothing to pay with; `short`: there is less than it takes. */
export type Hindrance = 'account.frozen' | 'account.not.authenticated' | 'nothing' | 'short';

interface FormNoteProps {
  refusal: Fault | null;
  isOffline: boolean;
  hindrance: Hindrance | null;
  /** What the order spends. */
  asset: string;
  around: Surroundings;
  draft: Draft;
}

/** One thing at a time, the gravest first, in room that is kept for it. */
export function FormNote({ refusal, isOffline, hindrance, asset, around, draft }: FormNoteProps) {
  const { say } = useTexts();
  const warning = spotTicket.warning(draft, useContextNow(around));
  if (isOffline) return <Note kind="bad">{say('place.offline')}</Note>;
  if (refusal) {
    const words = wordsOf(refusal);
    return <Note kind="bad">{'text' in words ? words.text : say(words.key)}</Note>;
  }
  if (hindrance) return <HindranceNote hindrance={hindrance} asset={asset} />;
  return (
    <div className={styles.note} role="status" data-kind={warning ? 'warning' : undefined}>
      {warning && <FarWords warning={warning} market={around.market} />}
    </div>
  );
}

function Note({ kind, children }: { kind: 'bad'; children: string }) {
  return (
    <div className={styles.note} role="alert" data-kind={kind}>
      {children}
    </div>
  );
}

/** And where one goes to be rid of it. */
function HindranceNote({ hindrance, asset }: { hindrance: Hindrance; asset: string }) {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <div className={styles.note} role="status" data-kind="warning">
      {hindrance === 'nothing'
        ? say('place.nothing', { asset })
        : words('code', hindrance === 'short' ? 'balance.insufficient' : hindrance)}{' '}
      {hindrance === 'account.not.authenticated' && <Link to="/accountSet/realName">{say('place.verify')}</Link>}
      {(hindrance === 'nothing' || hindrance === 'short') && (
        <Link to={`/accountSet/recharge?asset=${encodeURIComponent(asset)}`}>{say('wallet.menu.recharge')}</Link>
      )}
    </div>
  );
}
