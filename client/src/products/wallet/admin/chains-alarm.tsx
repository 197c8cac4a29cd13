import { Link } from 'react-router';
import { chainNameOf } from '../../../../../shared/rules/chains';
import type { ChainAlarm } from '../../../../../shared/products/wallet/chains';
import { SHOWN_SECONDS, type ShownAlarm } from '../../../../../shared/wire/shown-data';
import { useDeskAssetsQuery } from '../../../admin/api/settings-api';
import { useShowAlarmMutation } from '../../../admin/api/shown-api';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { Amount } from '../../../kit/ui/figures/amount';
import { alarmFacts } from './chains-alarm-facts';
import styles from './chains.module.css';
import { ShowButton } from '../../../admin/parts/show-button';
import { useTemporarilyShown } from '../../../admin/parts/use-temporarily-shown';

/** A chain event that staff must examine: kind, place, time, and owner of the money. */
export function Alarm({ alarm: masked }: { alarm: ChainAlarm }) {
  const { t } = useTexts();
  const show = useTemporarilyShown<ShownAlarm>(SHOWN_SECONDS);
  const revealMutation = useShowAlarmMutation();
  const clear = show.dataOf(masked.alarm);
  const alarm = clear ? withUnmaskedData(masked, clear) : masked;
  const serverText = useServerWords();
  const { data: assets = [] } = useDeskAssetsQuery();
  const { user, asset, amount, frozen, address, code, blocks, differingData, node } = alarmFacts(
    alarm,
    (name) => assets.find((one) => one.asset === name)?.scale,
  );
  return (
    <div className={styles.alarm} role="note">
      <p className={styles.what}>
        <b>{t(`staff.chain_alarm.${alarm.kind}`)}</b>
        <span>
          {chainNameOf(alarm.chain)} · {dateAndTime(alarm.at)}
        </span>
      </p>
      {blocks && <p>{t('staff.chain_alarm.blocks', blocks)}</p>}
      {differingData !== null && <p>{t('staff.chain_alarm.shown', { shown: differingData })}</p>}
      {node && <p>{t('staff.chain_alarm.node', node)}</p>}
      {code !== null && <p>{serverText('code', code) || code}</p>}
      <dl className={styles.facts}>
        {user !== null && (
          <div>
            <dt>{t('staff.user.id')}</dt>
            <dd>
              <Link to={`/admin/users/${user}`}>{user}</Link>
            </dd>
          </div>
        )}
        {asset !== null && (
          <div>
            <dt>{t(amount === null ? 'staff.asset' : 'staff.amount')}</dt>
            <dd>
              {amount !== null && <Amount amount={amount} asset={asset} />} {asset}
            </dd>
          </div>
        )}
        {frozen !== null && asset !== null && (
          <div>
            <dt>{t('staff.funds.frozen')}</dt>
            <dd>
              <Amount amount={frozen} asset={asset} /> {asset}
            </dd>
          </div>
        )}
        {address !== null && (
          <div>
            <dt>{t('wallet.address')}</dt>
            <dd>{address}</dd>
          </div>
        )}
        <div>
          <dt>{t('staff.reference')}</dt>
          <dd>{alarm.reference}</dd>
        </div>
      </dl>
      <p>
        <ShowButton
          record={alarm.alarm}
          name={t(`staff.chain_alarm.${alarm.kind}`)}
          revealed={show}
          seconds={SHOWN_SECONDS}
          revealMutation={revealMutation}
          request={{ alarm: alarm.alarm, ...(user === null ? {} : { userId: Number(user) }) }}
        />
      </p>
    </div>
  );
}

function withUnmaskedData(masked: ChainAlarm, { address, reference, shown }: ShownAlarm): ChainAlarm {
  const unmaskedFacts = { ...(address === null ? {} : { address }), ...(shown === null ? {} : { shown }) };
  return { ...masked, reference, facts: { ...masked.facts, ...unmaskedFacts } };
}
