import { useContext } from 'react';
import { CALL_OFF_MS } from '../../../../shared/products/perpetual/rules/market-end';
import { CLOSING_MS } from '../../../../shared/products/perpetual/rules/mark';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useCallOffPerpetualEndMutation, useEndPerpetualMarketMutation } from '../api/contracts-api';
import type { Act } from '../act/act-dialog';
import { reasonField, TIME_LENGTH_MAX, timeOf } from '../act/fields';
import { EndNotice, spanText } from '../act/approval-rule';
import { useTexts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Facts } from '../../kit/ui/figures/facts';
import { Panel } from '../../kit/ui/page/panel';
import styles from '../parts/admin.module.css';
import { ActButton } from '../parts/act-button';

interface MarketEndProps {
  market: MarketRecord;
  /** Null if no end is announced. */
  endsAt: number | null;
  onDone: (position: number | undefined) => void;
}

/** End of a perpetual, or the action to announce it. */
export function MarketEnd({ market: { name, label }, endsAt, onDone }: MarketEndProps) {
  const texts = useTexts();
  const { t } = texts;
  const noticeMs = Math.max(CLOSING_MS, useContext(EndNotice));
  const [endMarket] = useEndPerpetualMarketMutation();
  const [callOff] = useCallOffPerpetualEndMutation();
  const details = endsAt === null ? [] : [[t('perp.ends_at'), dateAndTime(endsAt)] as const];
  const announcing: Act = {
    title: `${t('staff.end.announce')} – ${label}`,
    consequence: t('staff.end.consequence'),
    approvalRule: 'EndPerpetualMarket',
    fields: [
      {
        name: 'endsAt',
        label: t('perp.ends_at'),
        hint: t('staff.end.hint', { time: spanText(texts, noticeMs) }),
        kind: 'time',
        lengthMax: TIME_LENGTH_MAX,
      },
      reasonField(t),
    ],
    check: ({ endsAt: input }) => ((timeOf(input) ?? 0) < Date.now() + noticeMs ? [['endsAt', 'out.of.range']] : []),
    confirm: t('staff.end.announce'),
    kind: 'bad',
    successText: t('staff.end.done'),
    send: ({ endsAt: input, reason }, clientId) =>
      endMarket({ clientId, market: name, endsAt: timeOf(input) ?? 0, reason }),
    onDone,
  };
  const callingOff: Act = {
    title: `${t('staff.end.call_off')} – ${label}`,
    consequence: t('staff.end.call_off_consequence'),
    approvalRule: 'CallOffPerpetualEnd',
    details,
    fields: [reasonField(t)],
    confirm: t('staff.end.call_off'),
    successText: t('staff.end.call_off_done'),
    send: ({ reason }, clientId) => callOff({ clientId, market: name, reason }),
    onDone,
  };
  return (
    <Panel
      title={t('staff.end')}
      level={2}
      actions={
        endsAt === null ? (
          <ActButton key="announce" text={t('staff.end.announce')} act={announcing} />
        ) : (
          endsAt - CALL_OFF_MS > Date.now() && (
            <ActButton key="call off" text={t('staff.end.call_off')} act={callingOff} />
          )
        )
      }
    >
      {endsAt === null ? <p className={styles.lead}>{t('staff.end.none')}</p> : <Facts details={details} />}
    </Panel>
  );
}
