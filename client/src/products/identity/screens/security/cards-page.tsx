import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BankCardRecord, SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi, useBankCardsQuery } from '../../../../entities/security/security-api';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { serverNow } from '../../../../shared/stream/server-time';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { Note } from '../../../../shared/ui/page/note';
import { Waiting } from '../../../../shared/ui/page/waiting';
import { AddCard } from './add-card';
import { Panel, Section, WithOverview } from './parts/panel';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

/** Where legal currency is paid out to. */
export function CardsPage() {
  const { say } = useTexts();
  return (
    <Panel title={say('security.menu.cards')} lead={say('cards.lead')}>
      <WithOverview>{(overview) => <Cards overview={overview} />}</WithOverview>
    </Panel>
  );
}

type Wish = { kind: 'add' } | { kind: 'remove'; card: BankCardRecord };

function Cards({ overview }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const [wish, setWish] = useState<Wish | null>(null);
  const isReady = overview.verified && overview.fundPassword;
  return (
    <Section
      title={say('cards.own')}
      actions={
        <button
          type="button"
          className={styles.action}
          data-kind="main"
          disabled={!isReady}
          onClick={() => setWish({ kind: 'add' })}
        >
          <Plus size={15} aria-hidden="true" />
          {say('cards.add')}
        </button>
      }
    >
      {!isReady && <Missing overview={overview} />}
      <CardList onRemove={(card) => setWish({ kind: 'remove', card })} />
      {wish?.kind === 'add' && <AddCard overview={overview} onClose={() => setWish(null)} />}
      {wish?.kind === 'remove' && <RemoveCard card={wish.card} onClose={() => setWish(null)} />}
    </Section>
  );
}

/** What has to come first, with the way there. */
function Missing({ overview: { verified, fundPassword } }: { overview: SecurityOverview }) {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <ul className={styles.list}>
      {!verified && (
        <li>
          {say('cards.verify_first')} <Link to="/accountSet/realName">{say('security.menu.verification')}</Link>
        </li>
      )}
      {!fundPassword && (
        <li>
          {words('code', 'fund.password.not.set')}{' '}
          <Link to="/accountSet/fundPassword">{say('security.menu.fund_password')}</Link>
        </li>
      )}
    </ul>
  );
}

function CardList({ onRemove }: { onRemove: (card: BankCardRecord) => void }) {
  const { say } = useTexts();
  const { data: cards, error, refetch } = useBankCardsQuery();
  if (!cards) return <Waiting error={error} onRetry={refetch} />;
  if (cards.length === 0) return <Note kind="empty" text={say('cards.none')} />;
  return (
    <ul className={styles.rows}>
      {cards.map((card) => (
        <li key={card.card} className={styles.row}>
          <span className={styles.icon}>
            <CreditCard size={18} aria-hidden="true" />
          </span>
          <div className={styles.about}>
            <b>{card.bankName}</b>
            <p>
              {card.cardNumber}
              <br />
              {card.realName}
              {card.usableAt > serverNow() && (
                <>
                  <br />
                  {say('wallet.address_usable_from', { time: dateAndTime(card.usableAt) })}
                </>
              )}
            </p>
          </div>
          <button
            type="button"
            className={styles.action}
            data-kind="bad"
            aria-label={`${say('security.remove')}: ${card.bankName} ${card.cardNumber}`}
            onClick={() => onRemove(card)}
          >
            {say('security.remove')}
          </button>
        </li>
      ))}
    </ul>
  );
}

function RemoveCard({ card: { card, bankName, cardNumber }, onClose }: { card: BankCardRecord; onClose: () => void }) {
  const { say } = useTexts();
  const said = useSaid();
  const [remove, { isLoading }] = securityApi.useRemoveBankCardMutation();
  const confirm = async () => {
    const { error } = await remove({ card });
    if (error) return;
    said('cards.removed');
    onClose();
  };
  return (
    <Dialog title={say('cards.remove_title')} isBusy={isLoading} onClose={onClose}>
      <p>{say('cards.remove_lead', { name: `${bankName} ${cardNumber}` })}</p>
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.action}
          data-kind="bad"
          disabled={isLoading}
          onClick={() => void confirm()}
        >
          {say('security.remove')}
        </button>
        <button type="button" className={styles.action} disabled={isLoading} onClick={onClose}>
          {say('security.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
