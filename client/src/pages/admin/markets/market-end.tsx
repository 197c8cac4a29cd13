import { useContext } from 'react';
import { CALL_OFF_MS } from '../../../../../shared/products/perpetual/rules/market-end';
import { CLOSING_MS } from '../../../../../shared/products/perpetual/rules/mark';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useCallOffPerpetualEndMutation, useEndPerpetualMarketMutation } from '../../../entities/staff/contracts-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { reasonField, TIME_LENGTH_MAX, timeOf } from '../../../features/staff-act/fields';
import { EndNotice, spanText } from '../../../features/staff-act/takes';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Facts } from '../../../shared/ui/figures/facts';
import { Panel } from '../../../shared/ui/page/panel';
import styles from '../parts/desk.module.css';
import { ActButton } from '../parts/act-button';

interface MarketEndProps {
  market: MarketRecord;
  /** Null for a market that goes on. */
  endsAt: number | null;
  onDone: (position: number | undefined) => void;
}

/** When a perpetual ends, or the way to announce it. */
export function MarketEnd({ market: { name, label }, endsAt, onDone }: MarketEndProps) {
  const texts = useTexts();
  const { say } = texts;
  const noticeMs = Math.max(CLOSING_MS, useContext(EndNotice));
  const [endMarket] = useEndPerpetualMarketMutation();
  const [callOff] = useCallOffPerpetualEndMutation();
  const facts = endsAt === null ? [] : [[say('perp.ends_at'), dateAndTime(endsAt)] as const];
  const announcing: Act = {
    title: `${say('staff.end.announce')} – ${label}`,
    consequence: say('staff.end.consequence'),
    takes: 'EndPerpetualMarket',
    fields: [
      {
        name: 'endsAt',
        label: say('perp.ends_at'),
        hint: say('staff.end.hint', { time: spanText(texts, noticeMs) }),
        kind: 'time',
        lengthMax: TIME_LENGTH_MAX,
      },
      reasonField(say),
    ],
    check: ({ endsAt: entered }) =>
      (timeOf(entered) ?? 0) < Date.now() + noticeMs ? [['endsAt', 'out.of.range']] : [],
    confirm: say('staff.end.announce'),
    kind: 'bad',
    done: say('staff.end.done'),
    send: ({ endsAt: entered, reason }, clientId) =>
      endMarket({ clientId, market: name, endsAt: timeOf(entered) ?? 0, reason }),
    onDone,
  };
  const callingOff: Act = {
    title: `${say('staff.end.call_off')} – ${label}`,
    consequence: say('staff.end.call_off_consequence'),
    takes: 'CallOffPerpetualEnd',
    facts,
    fields: [reasonField(say)],
    confirm: say('staff.end.call_off'),
    done: say('staff.end.call_off_done'),
    send: ({ reason }, clientId) => callOff({ clientId, market: name, reason }),
    onDone,
  };
  return (
    <Panel
      title={say('staff.end')}
      level={2}
      actions={
        endsAt === null ? (
          <ActButton key="announce" text={say('staff.end.announce')} act={announcing} />
        ) : (
          endsAt - CALL_OFF_MS > Date.now() && (
            <ActButton key="call off" text={say('staff.end.call_off')} act={callingOff} />
          )
        )
      }
    >
      {endsAt === null ? <p className={styles.lead}>{say('staff.end.none')}</p> : <Facts facts={facts} />}
    </Panel>
  );
}
