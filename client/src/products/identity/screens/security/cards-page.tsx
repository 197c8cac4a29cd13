import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BankCardRecord } from '../../../../../../shared/products/identity/bank-cards';
import type { SecurityOverview } from '../../../../../../shared/products/identity/security';
import { securityApi, useBankCardsQuery } from '../../../../kit/entities/security/security-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { serverNow } from '../../../../kit/stream/server-time';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { Note } from '../../../../kit/ui/page/note';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { AddCard } from './add-card';
import { Panel, Section, WithOverview } from './parts/panel';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

/** Bank cards for payouts of legal currency. */
export function CardsPage() {
  const { t } = useTexts();
  return (
    <Panel title={t('security.menu.cards')} lead={t('cards.lead')}>
      <WithOverview>{(overview) => <Cards overview={overview} />}</WithOverview>
    </Panel>
  );
}

type Wish = { kind: 'add' } | { kind: 'remove'; card: BankCardRecord };

function Cards({ overview }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const [action, setAction] = useState<Wish | null>(null);
  const isReady = overview.verified && overview.fundPassword;
  return (
    <Section
      title={t('cards.own')}
      actions={
        <button
          type="button"
          className={styles.action}
          data-kind="main"
          disabled={!isReady}
          onClick={() => setAction({ kind: 'add' })}
        >
          <Plus size={15} aria-hidden="true" />
          {t('cards.add')}
        </button>
      }
    >
      {!isReady && <Missing overview={overview} />}
      <CardList onRemove={(card) => setAction({ kind: 'remove', card })} />
      {action?.kind === 'add' && <AddCard overview={overview} onClose={() => setAction(null)} />}
      {action?.kind === 'remove' && <RemoveCard card={action.card} onClose={() => setAction(null)} />}
    </Section>
  );
}

/** Missing prerequisites, with links. */
function Missing({ overview: { verified, fundPassword } }: { overview: SecurityOverview }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <ul className={styles.list}>
      {!verified && (
        <li>
          {t('cards.verify_first')} <Link to="/accountSet/realName">{t('security.menu.verification')}</Link>
        </li>
      )}
      {!fundPassword && (
        <li>
          {serverText('code', 'fund.password.not.set')}{' '}
          <Link to="/accountSet/fundPassword">{t('security.menu.fund_password')}</Link>
        </li>
      )}
    </ul>
  );
}

function CardList({ onRemove }: { onRemove: (card: BankCardRecord) => void }) {
  const { t } = useTexts();
  const { data: cards, error, refetch } = useBankCardsQuery();
  if (!cards) return <Waiting error={error} onRetry={refetch} />;
  if (cards.length === 0) return <Note kind="empty" text={t('cards.none')} />;
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
                  {t('wallet.address_usable_from', { time: dateAndTime(card.usableAt) })}
                </>
              )}
            </p>
          </div>
          <button
            type="button"
            className={styles.action}
            data-kind="bad"
            aria-label={`${t('security.remove')}: ${card.bankName} ${card.cardNumber}`}
            onClick={() => onRemove(card)}
          >
            {t('security.remove')}
          </button>
        </li>
      ))}
    </ul>
  );
}

function RemoveCard({ card: { card, bankName, cardNumber }, onClose }: { card: BankCardRecord; onClose: () => void }) {
  const { t } = useTexts();
  const showConfirmation = useConfirmation();
  const [remove, { isLoading }] = securityApi.useRemoveBankCardMutation();
  const confirm = async () => {
    const { error } = await remove({ card });
    if (error) return;
    showConfirmation('cards.removed');
    onClose();
  };
  return (
    <Dialog title={t('cards.remove_title')} isBusy={isLoading} onClose={onClose}>
      <p>{t('cards.remove_lead', { name: `${bankName} ${cardNumber}` })}</p>
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.action}
          data-kind="bad"
          disabled={isLoading}
          onClick={() => void confirm()}
        >
          {t('security.remove')}
        </button>
        <button type="button" className={styles.action} disabled={isLoading} onClick={onClose}>
          {t('security.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
