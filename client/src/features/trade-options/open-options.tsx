import { ArrowDown, ArrowUp } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { OpenOption } from '../../../../shared/wire/option-stream';
import { selectIndexPrice, type IndexPriceState } from '../../entities/index-price/index-price-slice';
import { useCancelOptionMutation } from '../../entities/option/option-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { timeOfDay } from '../../shared/lib/format';
import { newClientId } from '../../shared/lib/use-attempt';
import { useInterest } from '../../shared/stream/interest';
import { useServerTime } from '../../shared/stream/server-time';
import { Button } from '../../shared/ui/button';
import { Facts } from '../../shared/ui/facts';
import { Note } from '../../shared/ui/note';
import styles from './option.module.css';
import { stateOfPlay } from './option-ticket';
import { useOptionWords } from './option-words';

interface OpenOptionsProps {
  /** Undefined until they are known. */
  contracts: readonly OpenOption[] | undefined;
  cancelBeforeMs: number;
}

/** Each open contract with how it stands and how long it goes on. */
export function OpenOptions({ contracts, cancelBeforeMs }: OpenOptionsProps) {
  const { say } = useTexts();
  if (!contracts) return <Note kind="loading" text={say('page.loading')} />;
  if (contracts.length === 0) return <Note kind="empty" text={say('option.none_open')} />;
  return (
    <ul className={styles.open}>
      {contracts.map((contract) => (
        <li key={contract.contract}>
          <One contract={contract} cancelBeforeMs={cancelBeforeMs} />
        </li>
      ))}
    </ul>
  );
}

function One({ contract, cancelBeforeMs }: { contract: OpenOption; cancelBeforeMs: number }) {
  const { say } = useTexts();
  const how = useOptionWords();
  const now = useServerTime();
  const { symbol, direction, stake, asset, entry, endsAt, startsAt, payoutNet, takeProfit, stopLoss } = contract;
  useInterest({ channel: 'index', market: symbol });
  const index = useSelector((state: { indexPrice: IndexPriceState }) => selectIndexPrice(state, symbol).index);
  const [cancel, { isLoading }] = useCancelOptionMutation();
  const play = stateOfPlay(contract, index?.price ?? null);
  // What holds becomes what settles when its time is over: nobody says so.
  const isOver = endsAt !== null && now >= endsAt;
  const status = isOver ? 'settling' : contract.status;
  const until = endsAt ?? startsAt;
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <article className={styles.one} data-play={isOver ? null : play}>
      <header>
        <b data-direction={direction}>
          <Arrow size={16} aria-hidden="true" /> {how.label(symbol)} {how.direction(direction)}
        </b>
        <span className={styles.status}>{say(`option.status.${status}`)}</span>
      </header>
      <p className={styles.count}>
        <b>{until === null ? '–' : leftOf(until - now)}</b>
        <span>{play === null || isOver ? '' : say(`option.play.${play}`)}</span>
      </p>
      {entry && endsAt !== null && (
        <progress
          max={contract.durationMs}
          value={Math.min(contract.durationMs, Math.max(0, now - entry.at))}
          aria-label={say('option.elapsed')}
        />
      )}
      <Facts
        layout="lines"
        facts={[
          [say('option.stake'), how.money(stake, asset)],
          [say('option.entry'), entry ? how.price(symbol, entry.price) : '–'],
          [say('option.now'), how.price(symbol, index?.price ?? null)],
          ...(takeProfit === null ? [] : [[say('option.take_profit'), how.price(symbol, takeProfit)] as const]),
          ...(stopLoss === null ? [] : [[say('option.stop_loss'), how.price(symbol, stopLoss)] as const]),
          ...(startsAt === null ? [] : [[say('option.start'), timeOfDay(startsAt)] as const]),
          [say('option.pays'), how.money(payoutNet, asset)],
        ]}
      />
      {contract.status === 'pending_timed' && startsAt !== null && startsAt - now > cancelBeforeMs && (
        <Button
          disabled={isLoading}
          onClick={() => void cancel({ clientId: newClientId(), contract: contract.contract })}
        >
          {say('option.take_back')}
        </Button>
      )}
    </article>
  );
}

/** Minutes and seconds, and hours where there are any. */
function leftOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (count: number) => String(count).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
